import type { Page } from '@playwright/test';
import { addMonths, firstDayOf, lastDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { barriersOf } from './support/neat.ts';
import { addPhoto } from './support/photos.ts';
import {
  PHONE,
  RARE,
  awake,
  expect,
  jpegFile,
  openNotices,
  pickPhotos,
  startSession,
  test,
} from './support/story.ts';

const question = (page: Page) => page.getByRole('region', { name: '確認待ちの写真' });
const lastMonthsPhoto = async (yearMonth: number) => {
  const takenAt = `${lastDayOf(yearMonth).replaceAll('-', ':')} 09:00:00`;
  return jpegFile(`IMG_${Math.random()}.jpg`, await jpeg({ takenAt }));
};

test.use(PHONE);

test('photos of a published month are held until answered, also after a reload', async ({
  page,
  world,
}) => {
  const { yearMonth } = world;
  await startSession(page, world.cast.general.email);
  await page.goto(paths.residentItems(world.cast.resident.id));
  await pickPhotos(page, [await lastMonthsPhoto(yearMonth), await lastMonthsPhoto(yearMonth)]);
  await expect(page.getByText('2枚のうち2枚は日付を確認してください')).toBeVisible();
  await openNotices(page);
  await expect(question(page)).toContainText('2枚は、前の月に撮られた写真です');
  await expect(page.getByRole('button', { name: /確認待ち/ })).toHaveCount(2);
  expect(await barriersOf(page)).toEqual([]);
  const join = question(page).getByRole('button', { name: 'その月のお便りに加える' });
  await join.click();
  await page.getByRole('dialog').getByRole('button', { name: 'やめる' }).click();
  await expect(join).toBeFocused();
  await page.reload();
  await awake(page);
  await openNotices(page);
  await expect(question(page)).toContainText('2枚は');
  await question(page).getByRole('button', { name: '今月の写真にする' }).click();
  await expect(page.getByText('2枚を今月の写真にしました')).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await page.getByRole('button', { name: '元に戻す' }).click();
  await openNotices(page);
  await expect(question(page)).toContainText('2枚は');
  await question(page).getByRole('button', { name: '今月の写真にする' }).click();
  await expect(question(page)).toHaveCount(0);
});

test('no photo is dated before the first letter', RARE, async ({ page, world, baseURL }) => {
  await startSession(page, world.cast.general.email);
  await addPhoto(page.request, baseURL ?? '', { residentId: null, caption: '日付の写真' });
  await page.goto(paths.items);
  await awake(page);
  await page.getByRole('button', { name: /日付の写真/ }).click();
  await page.getByText('その他').click();
  await page.getByLabel('撮った日').fill('2004-03-01');
  await page.getByRole('button', { name: '日付を変える' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('2004年3月のお便りはありません')).toBeVisible();
  await page.getByLabel('撮った日').fill(firstDayOf(world.yearMonth));
  await page.getByRole('button', { name: '日付を変える' }).click();
  const sheet = page.getByRole('dialog', { name: 'このまま進みますか？' });
  await expect(sheet).toContainText('ご家族みなさまがすぐに見られます');
  await sheet.getByRole('button', { name: 'やめる' }).click();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'the page of held photos answers for ticked ones',
    RARE,
    async ({ page, world, baseURL }) => {
      await startSession(page, world.cast.general.email);
      for (const caption of ['待つ写真', '残す写真']) {
        const { buffer: bytes } = await lastMonthsPhoto(world.yearMonth);
        await addPhoto(page.request, baseURL ?? '', { residentId: null, caption, bytes });
      }
      await page.goto(paths.items);
      await openNotices(page);
      await question(page).getByRole('link', { name: '1枚ずつ見て決める' }).click();
      const photo = (caption: string) => page.getByRole('checkbox', { name: caption });
      await photo('残す写真').uncheck();
      const join = page.getByRole('button', { name: 'その月のお便りに加える' });
      await join.click();
      await expect(page.getByText('ご家族みなさまがすぐに見られます')).toBeVisible();
      await expect(photo('残す写真')).toHaveCount(0);
      await page.getByRole('button', { name: 'このまま進む' }).click();
      await expect(page.getByText('1枚をお便りに加えました。')).toBeVisible();
      await expect(photo('残す写真')).toBeVisible();
      await expect(photo('待つ写真')).toHaveCount(0);
      await page.getByRole('button', { name: '元に戻す' }).click();
      await expect(photo('待つ写真')).toBeVisible();
      await page.getByRole('button', { name: '今月の写真にする' }).click();
      await expect(page.getByText('確認待ちの写真はありません。')).toBeVisible();
    },
  );
});

test(
  'a copy into a published month says who sees it, and can be undone',
  RARE,
  async ({ page, world, baseURL }) => {
    const { resident, neighbour } = world.cast;
    const month = addMonths(world.yearMonth, -7);
    await startSession(page, world.cast.general.email);
    const photo = { residentId: resident.id, takenOn: firstDayOf(month), caption: '写しの元' };
    await addPhoto(page.request, baseURL ?? '', photo);
    await page.goto(`${paths.items}?yearMonth=${month}`);
    await awake(page);
    await page.getByRole('button', { name: /写しの元/ }).click();
    await page.getByRole('button', { name: 'ほかの方を加える' }).click();
    await page.getByRole('button', { name: neighbour.name }).click();
    const sheet = page.getByRole('dialog', { name: 'このまま進みますか？' });
    await expect(sheet).toContainText(`${neighbour.name}様のご家族がすぐに見られます`);
    await sheet.getByRole('button', { name: 'このまま進む' }).click();
    await expect(page.getByText(`${neighbour.name}様を加えました`)).toBeVisible();
    await page.getByRole('button', { name: '元に戻す' }).click();
    await expect(page.getByText('元に戻しました')).toBeVisible();
    await page.goto(`${paths.residentItems(neighbour.id)}?yearMonth=${month}`);
    await expect(page.getByRole('button', { name: /写しの元/ })).toHaveCount(0);
  },
);
