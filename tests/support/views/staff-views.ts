import type { Page } from '@playwright/test';
import { addMonths, yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../pictures.ts';
import { menuSwitch } from '../menu.ts';
import type { View } from './view.ts';
import { tryList, tryResidents } from './try-lists.ts';
import { of, refused } from './view.ts';

const admin = of('admin');
const general = of('general');
const beginner = of('beginner');
const ending = of('ending');

const openMenu = async (page: Page): Promise<void> => {
  const burger = menuSwitch(page);
  // From 1024 pixels the menu is always open.
  if (await burger.isVisible()) await burger.click();
};

const openPhoto = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: /を大きく見る/ })
    .first()
    .click();

const writeTooMuch = async (page: Page): Promise<void> => {
  await openPhoto(page);
  await page
    .getByRole('dialog')
    .getByLabel('ひとこと')
    .fill('お庭の花がきれいに咲きました。'.repeat(15));
};

const beginsApp = (page: Page): Promise<void> =>
  page.getByRole('button', { name: '認証アプリを登録する' }).click();

/** Refused files: two HEIC, and a damaged one. */
const failSome = async (page: Page): Promise<void> => {
  const heic = { mimeType: 'image/heic', buffer: Buffer.from('ftypheic') };
  const bytes = await jpeg({ width: 600, height: 400 });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /写真を撮る・選ぶ/ }).click();
  await (
    await chooser
  ).setFiles([
    { name: 'IMG_2041.HEIC', ...heic },
    { name: 'IMG_2042.HEIC', ...heic },
    { name: 'IMG_2043.jpg', mimeType: 'image/jpeg', buffer: bytes.subarray(0, bytes.length / 2) },
  ]);
  // Those of an earlier visit are still listed.
  await page
    .getByText(/枚は追加できませんでした/)
    .first()
    .waitFor();
};

/** The page stays, and shows where to sign in above what else the dock has to say. */
const loseSession = async (page: Page): Promise<void> => {
  await failSome(page);
  for (const call of [paths.api.directUploads, paths.api.refresh, paths.api.user]) {
    await page.route(`**${call}`, (route) => route.fulfill({ status: 401, json: { msg: '' } }));
  }
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /写真を撮る・選ぶ/ }).click();
  await (
    await chooser
  ).setFiles([{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await jpeg() }]);
  await page.getByText('ログインが切れました').waitFor();
};

const chooseSome = (page: Page): Promise<void> =>
  page.getByRole('button', { name: '選ぶ', exact: true }).click();

const askWhose = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /写真を撮る・選ぶ/ }).click();
  const last = page.getByRole('dialog').getByRole('listitem').last();
  await last.scrollIntoViewIfNeeded();
};

const issuePin = async (page: Page): Promise<void> => {
  await page.getByLabel('今井 結の設定を変更する').click();
  await page.getByRole('button', { name: '最初の暗証番号を出す' }).last().click();
  await page.getByText('最初の暗証番号は').waitFor();
};

const writeConsent = async (page: Page): Promise<void> => {
  await page.getByText('くわしく書く').click();
  const history = page.getByText('これまでの記録');
  if (await history.isVisible()) await history.click();
};

const RESIDENTS = '/adminstaff/residents';
const FAMILIES = '/adminstaff/families';
const MEETING = paths.meetingSheet;
const ANSWERS = '/adminstaff/answers';
const LETTER = '/adminstaff/letters/[yearMonth]';
const OF_RESIDENT = '/adminstaff/items/residents/[...id]';

/** Pages of staff, also of an empty facility. */
export const STAFF_VIEWS: View[] = [
  admin('items', '/adminstaff/items', paths.items),
  admin('items-menu', '/adminstaff/items', paths.items, { act: openMenu }),
  admin('items-large', '/adminstaff/items', paths.items, { act: openPhoto }),
  admin('items-choosing', '/adminstaff/items', paths.items, { act: chooseSome }),
  general('items-general', '/adminstaff/items', paths.items, { act: openMenu }),
  admin('items-facility', OF_RESIDENT, paths.residentItems(null)),
  admin('items-resident', OF_RESIDENT, (p) => paths.residentItems(p.residentId)),
  general('items-not-asked', OF_RESIDENT, (p) => paths.residentItems(p.withoutYes.notAskedId)),
  general('items-refused', OF_RESIDENT, (p) => paths.residentItems(p.withoutYes.refusedId)),
  general('items-whose', '/adminstaff/items', paths.items, { act: askWhose }),
  general('items-sent-back', '/adminstaff/items', paths.residents),
  admin('items-200', OF_RESIDENT, (p) => paths.residentItems(p.full.residentId)),
  general('items-held', '/adminstaff/items/held', paths.heldItems),
  beginner('items-held-none', '/adminstaff/items/held', paths.heldItems),
  general('items-deleted', '/adminstaff/items/deleted', paths.deletedItems),
  general('items-upload', '/adminstaff/items/upload', paths.uploadForm),
  beginner('items-deleted-empty', '/adminstaff/items/deleted', paths.deletedItems),
  admin('items-too-long', '/adminstaff/items', paths.items, { act: writeTooMuch }),
  admin('items-failed', OF_RESIDENT, (p) => paths.residentItems(p.residentId), { act: failSome }),
  admin('items-signed-out', OF_RESIDENT, (p) => paths.residentItems(p.residentId), {
    act: loseSession,
  }),
  beginner('items-empty', '/adminstaff/items', paths.items),
  admin('dashboard', '/adminstaff/dashboard', paths.dashboard),
  beginner('dashboard-empty', '/adminstaff/dashboard', paths.dashboard),
  admin('delivery', '/adminstaff/delivery-settings', paths.deliverySettings),
  admin('facility', '/adminstaff/facility', paths.facility),
  admin('facility-entrusted', '/adminstaff/facility/entrusted', paths.entrusted),
  admin('facility-last-day', '/adminstaff/facility/ending', paths.facilityEnding),
  admin('facility-last-day-print-none', '/adminstaff/facility/ending/print', paths.printEnding),
  ending('facility-ending', '/adminstaff/facility', paths.facility),
  ending('dashboard-ending', '/adminstaff/dashboard', paths.dashboard),
  ending('delivery-ending', '/adminstaff/delivery-settings', paths.deliverySettings),
  ending('price-ending', '/hosts/price', paths.price),
  of('over')('price-over', '/hosts/price', paths.price),
  admin('residents', RESIDENTS, paths.residents),
  beginner('residents-empty', RESIDENTS, paths.residents),
  admin('resident', `${RESIDENTS}/[id]`, (p) => paths.resident(p.residentId)),
  admin('resident-book', `${RESIDENTS}/[id]/book`, (p) => paths.residentBook(p.residentId)),
  admin('resident-long-name', `${RESIDENTS}/[id]`, (p) => paths.resident(p.full.residentId)),
  admin('resident-died', `${RESIDENTS}/[id]`, (p) => paths.resident(p.died.residentId)),
  admin('resident-not-asked', `${RESIDENTS}/[id]`, (p) => paths.resident(p.withoutYes.notAskedId)),
  admin('residents-consents', `${RESIDENTS}/consents`, paths.consents),
  beginner('residents-consents-none', `${RESIDENTS}/consents`, paths.consents),
  admin('resident-consent', `${RESIDENTS}/[id]`, (p) => paths.resident(p.residentId), {
    act: writeConsent,
  }),
  admin('resident-new', `${RESIDENTS}/new`, paths.newResident),
  admin('resident-new-refused', `${RESIDENTS}/new`, paths.newResident, {
    status: 400,
    act: refused,
  }),
  admin('resident-import', `${RESIDENTS}/import`, paths.importResidents),
  admin('resident-import-tried', `${RESIDENTS}/import`, paths.importResidents, {
    act: tryResidents,
  }),
  admin('readings', `${RESIDENTS}/readings`, paths.readings),
  beginner('readings-none', `${RESIDENTS}/readings`, paths.readings),
  admin(
    'deliveries-search',
    `${LETTER}/deliveries`,
    (p) => `${paths.adminDeliveries(p.yearMonth)}?q=%E5%A4%A7%E9%87%8E`,
  ),
  admin('families', FAMILIES, paths.families),
  beginner('families-empty', FAMILIES, paths.families),
  admin('family', `${FAMILIES}/[id]`, (p) => paths.family(p.familyId)),
  admin('family-long-name', `${FAMILIES}/[id]`, (p) => paths.family(p.full.familyId)),
  admin('family-parked', `${FAMILIES}/[id]`, (p) => paths.family(p.parked.familyId)),
  admin('family-line', `${FAMILIES}/[id]`, (p) => paths.family(p.full.familyId), {
    act: async (page) => {
      await page.getByRole('button', { name: /LINE.*QRコード/ }).click();
      await page.getByText('まで、1回だけ使えます').waitFor();
    },
  }),
  admin('family-delete', `${FAMILIES}/[id]`, (p) => `${paths.family(p.familyId)}?confirm=delete`),
  admin('family-new', `${FAMILIES}/new`, paths.newFamily),
  admin('families-import', `${FAMILIES}/import`, paths.importFamilies),
  admin('families-import-tried', `${FAMILIES}/import`, paths.importFamilies, { act: tryList }),
  admin('family-new-refused', `${FAMILIES}/new`, paths.newFamily, { status: 400, act: refused }),
  admin('letters', '/adminstaff/letters', paths.adminLetters),
  beginner('letters-empty', '/adminstaff/letters', paths.adminLetters),
  admin('letter-edit', LETTER, (p) => paths.adminLetter(p.yearMonth)),
  admin('letter-each', LETTER, (p) => paths.adminLetterRoom(p.yearMonth, 'each')),
  admin('letter-delivery', LETTER, (p) => paths.adminLetterRoom(p.yearMonth, 'delivery')),
  beginner('letter-each-none', LETTER, (p) =>
    paths.adminLetterRoom(addMonths(p.yearMonth, 1), 'each'),
  ),
  admin('deliveries', `${LETTER}/deliveries`, (p) => paths.adminDeliveries(p.yearMonth)),
  admin(
    'deliveries-all',
    `${LETTER}/deliveries`,
    (p) => `${paths.adminDeliveries(p.yearMonth)}?all=failed`,
  ),
  admin('letter-preview', `${LETTER}/preview`, (p) =>
    paths.adminLetterPreview(p.yearMonth, p.residentId),
  ),
  admin('letter-to-check', `${LETTER}/preview`, (p) =>
    paths.adminLetterPreview(addMonths(p.yearMonth, 1), p.residentId),
  ),
  admin('letter-preview-photo', `${LETTER}/preview/photos/[itemId]`, (p) =>
    paths.letterPhoto(p.yearMonth, p.itemId, { previewFor: p.residentId }),
  ),
  admin('handovers', `${LETTER}/handovers`, (p) => paths.adminHandovers(p.yearMonth)),
  beginner('handovers-none', `${LETTER}/handovers`, (p) => paths.adminHandovers(p.yearMonth)),
  admin('family-cards', `${FAMILIES}/cards`, () => paths.familyCards),
  beginner('family-cards-none', `${FAMILIES}/cards`, () => paths.familyCards),
  admin('consents-print', `${RESIDENTS}/consents/print`, paths.printConsents),
  admin('consents-print-one', `${RESIDENTS}/consents/print`, (p) =>
    paths.printConsentsOf(p.full.residentId),
  ),
  beginner('consents-print-none', `${RESIDENTS}/consents/print`, paths.printConsents),
  admin('meeting', MEETING, MEETING),
  admin('meeting-year', MEETING, (p) => `${MEETING}?of=${yearOf(p.yearMonth)}`),
  beginner('meeting-none', MEETING, MEETING),
  admin('letter-print', `${LETTER}/print`, (p) => paths.printLetters(p.yearMonth)),
  admin('letter-print-one', `${LETTER}/print`, (p) =>
    paths.printLetters(p.yearMonth, `?family=${p.full.familyId}`),
  ),
  beginner('letter-print-none', `${LETTER}/print`, (p) => paths.printLetters(p.yearMonth)),
  general('answers', ANSWERS, paths.answers),
  admin('answers-month', ANSWERS, (p) => `${paths.answers}?month=${p.yearMonth}`),
  admin('answer', `${ANSWERS}/[id]`, (p) => paths.answer(p.answers.newId)),
  admin('answer-replied', `${ANSWERS}/[id]`, (p) => paths.answer(p.answers.repliedId)),
  admin(
    'answer-delete',
    `${ANSWERS}/[id]`,
    (p) => `${paths.answer(p.answers.repliedId)}?confirm=delete`,
  ),
  beginner('answers-none', ANSWERS, paths.answers),
  general('answers-print', `${ANSWERS}/print`, paths.printAnswers),
  admin('staffs', '/adminstaff/staffs', paths.staffs),
  admin('staffs-pin', '/adminstaff/staffs', paths.staffs, { act: issuePin }),
  admin('history', '/adminstaff/history', paths.history),
  beginner('history-empty', '/adminstaff/history', `${paths.history}?kind=taken`),
  admin('mypage-admin', '/adminstaff/mypage', paths.myPage),
  admin('qrcode', '/adminstaff/staffs/qrcode', paths.qrCode),
  general('mypage', '/adminstaff/mypage', paths.myPage),
  admin('guide', '/adminstaff/mypage/guide', paths.guide),
  general('guide-carer', '/adminstaff/mypage/guide', paths.guide),
  general('password-anew', '/staffs/passwords/new', paths.newPassword),
  general('mypage-sign-in', '/adminstaff/mypage/sign-in', paths.mySignIn),
  general('mypage-app', '/adminstaff/mypage/sign-in', paths.mySignIn, { act: beginsApp }),
  // As it asks, it is looked at in a story.
  admin('confirm-none', '/adminstaff/confirm', paths.confirm),
  admin('ask-second-step', '/adminstaff/staffs/second-step', paths.askSecondStep),
  general('mypage-edit', '/adminstaff/mypage/edit', paths.editMyPage),
  general('mypage-email', '/adminstaff/mypage/emails/edit', paths.editMyEmail),
  admin('not-found-admin', null, '/adminstaff/no-such-page', { status: 404 }),
];
