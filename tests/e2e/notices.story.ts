import type { Page } from '@playwright/test';
import { addMonths, lastDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { expectNeat } from './support/neat.ts';
import { addPhoto } from './support/photos.ts';
import { PHONE, awake, expect, openNotices, startSession, test } from './support/story.ts';

const photos = (page: Page) => page.getByRole('button', { name: /を大きく見る$/ });

test.use(PHONE);

/** In CSS pixels: so much of the first photo is above the upload button. */
const SEEN = 60;

async function expectPhotoOnFirstScreen(page: Page): Promise<void> {
  await expect(photos(page).first()).toBeVisible();
  const dock = await page.locator('#add-photos').boundingBox();
  const first = await photos(page).first().boundingBox();
  expect(first?.y).toBeLessThan((dock?.y ?? 0) - SEEN);
}

test('all notices take one line, and photos begin on the first screen', async ({
  page,
  world,
  baseURL,
}) => {
  const { email, residentId } = world.notices;
  const origin = baseURL ?? '';
  await startSession(page, email);
  const takenAt = `${lastDayOf(addMonths(world.yearMonth, -20)).replaceAll('-', ':')} 09:00:00`;
  await addPhoto(page.request, origin, { residentId, bytes: await jpeg({ takenAt }) });
  for (let n = 0; n < 2; n++) await addPhoto(page.request, origin, { residentId });
  const list = await page.request.get(`${paths.api.items}?residentId=${residentId}`);
  const { items } = (await list.json()) as { items: { id: string; held: boolean }[] };
  const gone = items.find(({ held }) => !held);
  await page.request.delete(paths.api.item(gone?.id ?? ''), { headers: { Origin: origin } });

  await page.goto(paths.items);
  await awake(page);
  const notices = page.locator('.photo-notices');
  await expect(notices.locator('summary')).toHaveText('確認待ちの写真が1枚ほか5件');
  await expectPhotoOnFirstScreen(page);
  await openNotices(page);
  for (const text of [
    '準備できない写真が1枚',
    '届かなかったメールが1通',
    'ご家族からのことばが1通',
    '今月の写真がまだの方が1人',
    '削除した写真があります',
  ]) {
    await expect(notices.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(notices.getByRole('link', { name: '原田 ミネ' })).toBeVisible();
  await expectNeat(page);

  await page.goto(paths.residentItems(residentId));
  await awake(page);
  await expect(page.locator('.note-text')).toContainText('食欲があり');
  await expectPhotoOnFirstScreen(page);
  await expectNeat(page);
});
