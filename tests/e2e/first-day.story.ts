import type { Page } from '@playwright/test';
import { addMonths, civilDateOf, lastDayOf, monthOf, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { barriersOf } from './support/neat.ts';
import {
  PHONE,
  awake,
  expect,
  jpegFile,
  openNotices,
  pickPhotos,
  startSession,
  test,
  tokensOf,
} from './support/story.ts';

const question = (page: Page) => page.getByRole('region', { name: '確認待ちの写真' });
const months = (page: Page) => page.getByRole('navigation', { name: '月' }).getByRole('link');
const photos = (page: Page) => page.getByRole('button', { name: /を大きく見る$/ });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const today = civilDateOf(new Date());
const now = yearMonthOf(today);
const lastMonth = addMonths(now, -1);

/** Forty photos: eight of today, three of last month, the others of 29 months of many years. */
const DAYS = [
  ...Array.from({ length: 8 }, () => today),
  ...Array.from({ length: 3 }, () => lastDayOf(lastMonth)),
  ...Array.from({ length: 29 }, (_, n) => lastDayOf(addMonths(now, -9 * n - 2))),
];

/** In CSS pixels: so much of the first photo is above the upload button. */
const SEEN = 60;

test.use(PHONE);

/** One question, few months, and a photo on the first screen. */
async function expectCalm(page: Page, count: number): Promise<void> {
  await expect(months(page)).toHaveText([`${monthOf(now)}月`, 'すべて']);
  await page.evaluate(() => scrollTo(0, 0));
  const dock = await page.locator('#add-photos').boundingBox();
  const first = await photos(page).first().boundingBox();
  expect(first?.y).toBeLessThan((dock?.y ?? 0) - SEEN);
  await openNotices(page);
  await expect(question(page)).toHaveCount(1);
  await expect(question(page)).toContainText(`${count}枚は、前の月に撮られた写真です`);
  await expect(question(page).getByRole('button')).toHaveText([
    '今月の写真にする',
    'その月のお便りに加える',
  ]);
  expect(await barriersOf(page)).toEqual([]);
}

test('forty photos of many years make one question, and no letter of the past', async ({
  page,
  visitor,
  world,
}) => {
  const { email, resident, family } = world.firstDay;
  const files = await Promise.all(
    DAYS.map(async (day, n) => {
      const takenAt = `${day.replaceAll('-', ':')} 09:00:00`;
      return jpegFile(`IMG_${n}.jpg`, await jpeg({ takenAt, width: 400, height: 300 }));
    }),
  );
  const reader = await visitor();
  const tokens = tokensOf(resident, family);
  const shelf = async (): Promise<string[]> => {
    await reader.goto(paths.letters(tokens));
    return reader.getByRole('main').getByRole('link', { name: /月号/ }).allTextContents();
  };
  await startSession(page, email);
  await page.goto(paths.items);
  await pickPhotos(page, files, '施設全体');
  await expect(
    page.getByText('40枚を追加しました・40枚のうち32枚は日付を確認してください'),
  ).toBeVisible({ timeout: 60_000 });
  await button(page, '閉じる').click();
  await expectCalm(page, 32);
  expect(await shelf()).toEqual([]);

  await page.reload();
  await awake(page);
  await expectCalm(page, 32);
  await button(page, 'その月のお便りに加える').click();
  const sheet = page.getByRole('dialog', { name: 'このまま進みますか？' });
  await expect(sheet).toContainText(`${monthOf(lastMonth)}月号からお便りを始めます`);
  await expect(sheet).toContainText('ご家族みなさまがすぐに見られます');
  await expect(sheet).toContainText('のこりの29枚は、確認待ちのままです');
  await sheet.getByRole('button', { name: 'やめる' }).click();
  await expect(question(page)).toContainText('32枚は');
  expect(await shelf()).toEqual([]);

  await button(page, 'その月のお便りに加える').click();
  await sheet.getByRole('button', { name: 'このまま進む' }).click();
  await expect(page.getByText('号に加えました')).toBeVisible();
  await expect(question(page)).toContainText('29枚は');
  expect(await shelf()).toHaveLength(1);
  await button(page, '元に戻す').click();
  await expect(page.getByText('3枚を元に戻しました')).toBeVisible();
  await expect(question(page)).toContainText('32枚は');
  expect(await shelf()).toEqual([]);

  await page.reload();
  await awake(page);
  await openNotices(page);
  await button(page, '今月の写真にする').click();
  await expect(page.getByText('32枚を今月の写真にしました')).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await page.goto(paths.adminLetters);
  await expect(page.getByRole('main').getByText('制作中')).toHaveCount(1);
  await expect(page.getByText('配信中')).toHaveCount(0);
});
