import type { Page } from '@playwright/test';
import { addMonths } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { STAFF_VIEWS } from './staff-views.ts';
import type { View } from './view.ts';
import { of, refused, unreadable } from './view.ts';

const nobody = of('nobody');
const family = of('family');
const BROKEN = '?token=AAAAAAAAAAAAAAAA';

const PUBLIC_VIEWS: View[] = [
  nobody('landing', '/', paths.home),
  nobody('privacy', '/privacy', paths.privacy),
  nobody('terms', '/terms', paths.terms),
  nobody('company', '/company', paths.company),
  nobody('api-docs', '/docs/api', paths.apiDocs),
  nobody('contact', '/contacts/new', paths.contact),
  nobody('contact-refused', '/contacts/new', paths.contact, { status: 400, act: refused }),
  nobody('contact-sent', '/contacts/new', `${paths.contact}?sent=1`),
  nobody('demo-mails', '/demo/mails', paths.demoMails, { demo: true }),
  nobody('demo-components', '/demo/components', paths.demoComponents, { demo: true }),
  nobody('login', '/staffs/login', paths.login),
  nobody('login-refused', '/staffs/login', paths.login, { status: 400, act: refused }),
  nobody('logout', '/staffs/logout', paths.logout),
  nobody('password-ask', '/staffs/passwords/new', paths.newPassword),
  nobody('password-set', '/staffs/passwords/edit', (p) => paths.editPassword(p.tokens.password)),
  nobody('password-broken-link', '/staffs/passwords/edit', `/staffs/passwords/edit${BROKEN}`, {
    status: 404,
  }),
  nobody('email-confirm', '/staffs/emails/edit', (p) => paths.confirmEmail(p.tokens.email)),
  nobody('host-new', '/hosts/new', paths.newHost),
  nobody('host-new-refused', '/hosts/new', paths.newHost, { status: 400, act: refused }),
  nobody('host-mail-again', '/hosts/confirmations/new', paths.hostConfirmation),
  nobody('host-signup', '/hosts/signup', (p) => paths.hostSignUp(p.tokens.hostSignUp)),
  nobody('host-signup-refused', '/hosts/signup', (p) => paths.hostSignUp(p.tokens.hostSignUp), {
    status: 400,
    act: refused,
  }),
  nobody('staff-new', '/staffs/new', (p) => paths.newStaff(p.tokens.invitation)),
  nobody('staff-new-uninvited', '/staffs/new', '/staffs/new'),
  nobody('staff-mail-again', '/staffs/confirmations/new', paths.staffConfirmation),
  nobody('staff-signup', '/staffs/signup', (p) => paths.staffSignUp(p.tokens.staffSignUp)),
  nobody('staff-signup-refused', '/staffs/signup', (p) => paths.staffSignUp(p.tokens.staffSignUp), {
    status: 400,
    act: refused,
  }),
  nobody('not-found', '/404', paths.notFound, { status: 404 }),
  nobody('no-such-page', null, '/no-such-page', { status: 404 }),
  nobody('letters-without-link', '/letters', '/letters', { status: 404 }),
  nobody('system-error', '/500', paths.login, { status: 415, act: unreadable }),
  of('inactive')('price', '/hosts/price', paths.price),
];

const PHOTO = '/letters/[yearMonth]/photos/[itemId]';
const MONTH = '/letters/[yearMonth]';

/** A 見ました that is refused. */
async function pressUnknown(page: Page): Promise<void> {
  const answered = page.waitForEvent('load');
  await page
    .locator('#seen button')
    .first()
    .evaluate((button: HTMLButtonElement) => {
      button.value = 'none';
      button.click();
    });
  await answered;
}

const FAMILY_VIEWS: View[] = [
  family('shelf', '/letters', (p) => paths.letters(p.reader)),
  family('shelf-empty', '/letters', (p) => paths.letters(p.newReader)),
  family('letter', MONTH, (p) => paths.letter(p.yearMonth, p.reader)),
  family('letter-200', MONTH, (p) => paths.letter(p.yearMonth, p.full.reader)),
  family('letter-early', MONTH, (p) => paths.letter(addMonths(p.yearMonth, 1), p.reader)),
  family('letter-not-out', MONTH, (p) => paths.letter(addMonths(p.yearMonth, 1), p.newReader)),
  family('letter-none', MONTH, (p) => paths.letter(200001, p.reader), { status: 404 }),
  family('seen-refused', MONTH, (p) => paths.letter(p.yearMonth, p.reader), {
    status: 404,
    act: pressUnknown,
  }),
  family('photo-unknown', null, (p) => paths.letterPhoto(p.yearMonth, 'nothing', p.reader), {
    status: 404,
  }),
  family('photo', PHOTO, (p) => paths.letterPhoto(p.yearMonth, p.itemId, p.reader)),
];

/** Every page of the site, in each of its states. */
export const VIEWS: View[] = [...PUBLIC_VIEWS, ...STAFF_VIEWS, ...FAMILY_VIEWS];
