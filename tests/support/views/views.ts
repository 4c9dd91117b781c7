import type { Page } from '@playwright/test';
import { addMonths, yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { DEVICE_VIEWS } from './device-views.ts';
import { ENDING_VIEWS } from './ending-views.ts';
import { JOINING_VIEWS } from './joining-views.ts';
import { OPERATOR_VIEWS } from './operator-views.ts';
import { STAFF_VIEWS } from './staff-views.ts';
import type { View } from './view.ts';
import { of, refused, unreadable } from './view.ts';
import { routeEntry } from '#middleware/routes.ts';

const visitor = of('visitor');
const family = of('family');
const BROKEN = '?token=AAAAAAAAAAAAAAAA';

const PUBLIC_VIEWS: View[] = [
  visitor('landing', '/', paths.home),
  visitor('privacy', '/privacy', paths.privacy),
  visitor('terms', '/terms', paths.terms),
  visitor('company', '/company', paths.company),
  visitor('accessibility', '/accessibility', paths.accessibility),
  visitor('api-docs', '/docs/api', paths.apiDocs),
  visitor('contact', '/contacts/new', paths.contact),
  visitor('contact-refused', '/contacts/new', paths.contact, { status: 400, act: refused }),
  visitor('contact-sent', '/contacts/new', `${paths.contact}?sent=1`),
  visitor('demo-mails', '/demo/mails', paths.demoMails, { demo: true }),
  visitor('design', '/design', paths.design, { demo: true }),
  visitor('login', '/staffs/login', paths.login),
  visitor('login-by-link', '/staffs/login', paths.loginByLink('A'.repeat(27))),
  visitor('login-refused', '/staffs/login', paths.login, { status: 400, act: refused }),
  visitor('login-not-kept', '/staffs/login', paths.afterLogin),
  visitor('logout', '/staffs/logout', paths.logout),
  visitor('password-ask', '/staffs/passwords/new', paths.newPassword),
  visitor('password-set', '/staffs/passwords/edit', (p) => paths.editPassword(p.tokens.password)),
  visitor('password-broken-link', '/staffs/passwords/edit', `/staffs/passwords/edit${BROKEN}`, {
    status: 404,
  }),
  visitor('email-confirm', '/staffs/emails/edit', (p) => paths.confirmEmail(p.tokens.email)),
  visitor('host-new', '/hosts/new', paths.newHost),
  visitor('host-new-refused', '/hosts/new', paths.newHost, { status: 400, act: refused }),
  visitor('host-mail-again', '/hosts/confirmations/new', paths.hostConfirmation),
  visitor('host-signup', '/hosts/signup', (p) => paths.hostSignUp(p.tokens.hostSignUp)),
  visitor('host-signup-refused', '/hosts/signup', (p) => paths.hostSignUp(p.tokens.hostSignUp), {
    status: 400,
    act: refused,
  }),
  visitor('staff-new', '/staffs/new', (p) => paths.newStaff(p.tokens.invitation)),
  visitor('staff-new-uninvited', '/staffs/new', '/staffs/new'),
  visitor('staff-mail-again', '/staffs/confirmations/new', paths.staffConfirmation),
  visitor('staff-signup', '/staffs/signup', (p) => paths.staffSignUp(p.tokens.staffSignUp)),
  visitor(
    'staff-signup-refused',
    '/staffs/signup',
    (p) => paths.staffSignUp(p.tokens.staffSignUp),
    {
      status: 400,
      act: refused,
    },
  ),
  visitor('not-found', '/404', paths.notFound, { status: 404 }),
  visitor('no-such-page', null, '/no-such-page', { status: 404 }),
  visitor('letters-without-link', '/letters', '/letters', { status: 404 }),
  visitor('system-error', '/500', paths.login, { status: 415, act: unreadable }),
  of('inactive')('price', '/hosts/price', paths.price),
];

const PHOTO = '/letters/[yearMonth]/photos/[itemId]';
const MONTH = '/letters/[yearMonth]';
const YEAR = '/letters/years/[year]';

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

/** An answer about photos, which waits. */
async function answerAboutPhotos(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^両方に同意/ }).check();
  await page.getByRole('button', { name: 'この内容で送る' }).click();
  await page.getByText('お返事を受け取りました').waitFor();
}

const FAMILY_VIEWS: View[] = [
  family('shelf', '/letters', (p) => paths.letters(p.reader)),
  family('shelf-empty', '/letters', (p) => paths.letters(p.newReader)),
  family('letter', MONTH, (p) => paths.letter(p.yearMonth, p.reader)),
  family('letter-200', MONTH, (p) => paths.letter(p.yearMonth, p.full.reader)),
  family('letter-early', MONTH, (p) => paths.letter(addMonths(p.yearMonth, 1), p.reader)),
  family('shelf-died', '/letters', (p) => paths.letters(p.died.reader)),
  family('letter-last', MONTH, (p) => paths.letter(p.yearMonth, p.died.reader)),
  family('letter-not-out', MONTH, (p) => paths.letter(addMonths(p.yearMonth, 1), p.newReader)),
  family('year', YEAR, (p) => paths.letterYear(yearOf(p.yearMonth), p.reader)),
  family('year-200', YEAR, (p) => paths.letterYear(yearOf(p.yearMonth), p.full.reader)),
  family('year-died', YEAR, (p) => paths.letterYear(yearOf(p.yearMonth), p.died.reader)),
  family('year-none', YEAR, (p) => paths.letterYear(2001, p.reader), { status: 404 }),
  family('year-print', `${YEAR}/print`, (p) =>
    paths.letterYearPrint(yearOf(p.yearMonth), p.reader),
  ),
  family('book', YEAR, (p) => paths.letterYear('all', p.reader)),
  family('book-died', YEAR, (p) => paths.letterYear('all', p.died.reader)),
  family('book-print', `${YEAR}/print`, (p) => paths.letterYearPrint('all', p.full.reader)),
  family('line', '/letters/line', (p) => paths.letterLine(p.reader)),
  family('line-code', '/letters/line', (p) => paths.letterLine(p.reader), {
    act: (page) => page.getByRole('button', { name: /LINEで.*受け取る/ }).click(),
  }),
  family('line-joined', '/letters/line', (p) => paths.letterLine(p.full.reader)),
  family('receiving', '/letters/receive', (p) => paths.letterReceive(p.reader)),
  family('receiving-parked', '/letters/receive', (p) => paths.letterReceive(p.parked.reader)),
  family('photos-asked', '/letters/consent', (p) => paths.letterConsent(p.reader)),
  family('photos-answered', '/letters/consent', (p) => paths.letterConsent(p.full.reader), {
    act: answerAboutPhotos,
  }),
  family('photos-refused', '/letters/consent', (p) => paths.letterConsent(p.reader), {
    status: 422,
    act: refused,
  }),
  family('photos-over', '/letters/consent', (p) => paths.letterConsent(p.died.reader)),
  family('letter-none', MONTH, (p) => paths.letter(200001, p.reader), { status: 404 }),
  family('seen-refused', MONTH, (p) => paths.letter(p.yearMonth, p.reader), {
    status: 404,
    act: pressUnknown,
  }),
  family('answer-refused', `${MONTH}/answers`, (p) => paths.letter(p.yearMonth, p.reader), {
    status: 422,
    act: refused,
  }),
  family('photo-unknown', null, (p) => paths.letterPhoto(p.yearMonth, 'nothing', p.reader), {
    status: 404,
  }),
  family('photo', PHOTO, (p) => paths.letterPhoto(p.yearMonth, p.itemId, p.reader)),
];

/** Every page of the site, in each of its states. */
export const VIEWS: View[] = [
  ...PUBLIC_VIEWS,
  ...STAFF_VIEWS,
  ...DEVICE_VIEWS,
  ...OPERATOR_VIEWS,
  ...JOINING_VIEWS,
  ...ENDING_VIEWS,
  ...FAMILY_VIEWS,
];

/** Two pages of each layout; what is not of a page is drawn by the layout of errors. */
const usual = new Set(
  [...Map.groupBy(VIEWS, ({ route }) => route && routeEntry(route).layout).values()].flatMap(
    (views) => [views.at(0), views.at(-1)],
  ),
);

/** `npm test` looks at these alone, `npm run test:engines` at all. */
export const isUsual = (view: View): boolean => usual.has(view);
