import type { Page } from '@playwright/test';
import { addressWith } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';
import type { View } from './view.ts';
import { of, refused } from './view.ts';

const admin = of('admin');
const beginner = of('beginner');
const family = of('family');

const JOIN = '/families/join';
const APPLICATION = '/families/application';
const SHEETS = '/adminstaff/residents/sheets';
const APPLICATIONS = '/adminstaff/families/applications';

const chooseOne = (page: Page): Promise<void> =>
  page
    .getByRole('link', { name: /お断りする$/ })
    .first()
    .click();

/** Families that come in by themselves. */
export const JOINING_VIEWS: View[] = [
  family('join', JOIN, (p) => paths.joinBy(p.joining.code)),
  family('join-code', JOIN, paths.join),
  family('join-wrong-code', JOIN, paths.joinBy('000000000000'), { status: 404 }),
  family('join-mail', JOIN, (p) => paths.joinBy(p.joining.code), {
    act: (page) => page.getByRole('radio', { name: /^メール/ }).check(),
  }),
  family('join-refused', JOIN, (p) => paths.joinBy(p.joining.code), {
    status: 422,
    act: async (page) => {
      await page.getByRole('radio', { name: /^紙/ }).check();
      await refused(page);
    },
  }),
  family('application-waiting', APPLICATION, (p) => paths.ownApplication(p.joining.waiting)),
  family('application-unproved', APPLICATION, (p) => paths.ownApplication(p.joining.unproved)),
  family('application-taken', APPLICATION, (p) => paths.ownApplication(p.joining.taken)),
  family('application-refused', APPLICATION, (p) => paths.ownApplication(p.joining.refused)),
  family('proof', '/families/proof', (p) =>
    paths.proveAddress(decodeURIComponent(p.joining.proof)),
  ),
  family('proof-unknown', '/families/proof', paths.proveAddress('x'), { status: 404 }),
  family('address-unknown', '/families/address', paths.ownAddress('x'), { status: 404 }),
  family('stop', paths.letterStop, (p) => paths.stopMail(p.stops.mailed)),
  family('stopped', paths.letterStop, (p) => paths.stopMail(p.stops.stopped)),
  family('stop-unknown', paths.letterStop, paths.stopMail('x'), { status: 404 }),
  admin('sheets', SHEETS, paths.sheets),
  admin('sheets-one', SHEETS, (p) => paths.sheetOf(p.residentId)),
  admin('postcards', `${SHEETS}/postcards`, paths.postcards),
  beginner('postcards-none', `${SHEETS}/postcards`, paths.postcards),
  beginner('sheets-none', SHEETS, paths.sheets),
  admin('applications', APPLICATIONS, paths.applications),
  admin('applications-refusing', APPLICATIONS, paths.applications, { act: chooseOne }),
  admin('applications-done', APPLICATIONS, addressWith(paths.applications, { taken: 3, left: 1 })),
  beginner('applications-none', APPLICATIONS, paths.applications),
];
