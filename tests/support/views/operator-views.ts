import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import type { View } from './view.ts';
import { of, refused } from './view.ts';

const visitor = of('visitor');
const operator = of('operator');
const FACILITY = '/operator/facilities/[id]';

/** Asks for a link for a new facility. */
async function inviting(page: Page): Promise<void> {
  await page.locator('[name=email]').fill('atarashii-ie@example.jp');
  await refused(page);
}

/** The operator's pages, and what leads to them. */
export const OPERATOR_VIEWS: View[] = [
  visitor('operator-account', '/operator/account', (p) => paths.operatorAccount(p.operator.token)),
  visitor(
    'operator-account-refused',
    '/operator/account',
    (p) => paths.operatorAccount(p.operator.token),
    { status: 400, act: refused },
  ),
  visitor('operator-account-old', '/operator/account', '/operator/account', { status: 404 }),
  visitor('operator-login', '/operator/login', paths.operatorLogin),
  visitor('operator-login-refused', '/operator/login', paths.operatorLogin, {
    status: 400,
    act: refused,
  }),
  visitor('operator-login-not-kept', '/operator/login', paths.afterOperatorLogin),
  operator('operator', '/operator', paths.operator),
  operator('operator-facilities', '/operator/facilities', paths.operatorFacilities),
  operator('operator-facilities-refused', '/operator/facilities', paths.operatorFacilities, {
    status: 400,
    act: refused,
  }),
  operator('operator-facilities-made', '/operator/facilities', paths.operatorFacilities, {
    act: inviting,
  }),
  operator('operator-facility', FACILITY, (p) => paths.operatorFacility(p.operator.hostId)),
  operator(
    'operator-facility-refused',
    FACILITY,
    (p) => paths.operatorFacility(p.operator.hostId),
    {
      status: 400,
      act: refused,
    },
  ),
  // As it asks, it is looked at in a story.
  operator('operator-confirm-none', '/operator/confirm', paths.operatorConfirm),
  operator('operator-sign-in', '/operator/sign-in', paths.operatorSignIn),
  operator('operator-password', '/operator/password', paths.operatorPassword),
  operator('operator-mail', '/operator/mail', paths.operatorMail),
  operator('operator-mail-checked', '/operator/mail', paths.operatorMail, {
    act: (page) => page.getByRole('button', { name: '調べる' }).click(),
  }),
  operator('operator-mail-sent', '/operator/mail', paths.operatorMail, { act: refused }),
  operator('operator-figures', '/operator/figures', paths.operatorFigures),
  operator('operator-line', '/operator/line', paths.operatorLine),
  operator('operator-line-code', '/operator/line', paths.operatorLine, { act: refused }),
  operator('operator-waiting', '/operator/waiting', paths.operatorWaiting),
  operator('operator-backups', '/operator/backups', paths.operatorBackups),
  operator('operator-contacts', '/operator/contacts', paths.operatorContacts),
];
