import type { Page } from '@playwright/test';
import { PAGE_SIZE } from '#domains/item/item-limits.ts';
import { addMonths, firstDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { barriersOf } from './support/neat.ts';
import { addPhoto, overflow } from './support/photos.ts';
import { PHONE, RARE, awake, expect, startSession, test } from './support/story.ts';

const COUNT = PAGE_SIZE + 3;
const dialog = (page: Page) => page.getByRole('dialog');
const photo = (page: Page, n: number) => dialog(page).getByText(`${n} / ${COUNT}`, { exact: true });
const caption = (page: Page) => dialog(page).getByLabel('ひとこと');

test.describe.configure({ mode: 'serial' });
let isFilled = false;

test.beforeEach(async ({ page, world, baseURL }) => {
  const yearMonth = addMonths(world.yearMonth, -240);
  await startSession(page, world.cast.general.email);
  for (let n = isFilled ? 0 : COUNT; n > 0; n -= 1) {
    const takenOn = firstDayOf(yearMonth);
    await addPhoto(page.request, baseURL ?? '', { residentId: null, takenOn, caption: `${n}枚目` });
  }
  isFilled = true;
  await page.goto(`${paths.items}?yearMonth=${yearMonth}`);
  await awake(page);
});

test('keys turn the photos, across pages, and the focus returns', RARE, async ({ page }) => {
  await page.getByRole('button', { name: /、1枚目を大きく見る$/ }).click();
  await expect(photo(page, 1)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(photo(page, 1)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(photo(page, 2)).toBeVisible();
  await expect(caption(page)).toHaveValue('2枚目');
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(photo(page, COUNT)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Home');
  await expect(photo(page, 1)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /、2枚目を大きく見る$/ })).toBeFocused();
});

test('Enter saves the input, Escape discards it', async ({ page }) => {
  await page.getByRole('button', { name: /、3枚目を大きく見る$/ }).click();
  await caption(page).fill('3枚目の花');
  await expect(dialog(page).getByText('まだ保存していません')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(caption(page)).toHaveValue('3枚目');
  await caption(page).fill('3枚目の空');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('保存しました')).toBeVisible();
  await caption(page).fill('3枚目');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await dialog(page).getByRole('button', { name: '次の写真' }).click();
  await expect(photo(page, 4)).toBeVisible();
  expect((await saved).status()).toBe(200);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('button', { name: /、3枚目を大きく見る$/ })).toBeVisible();
});

test.describe('offline', () => {
  test.use({ expectConsole: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

  test('the input is kept until it can be saved', RARE, async ({ page, context }) => {
    await page.getByRole('button', { name: /、5枚目を大きく見る$/ }).click();
    await context.setOffline(true);
    await caption(page).fill('5枚目の山');
    await page.keyboard.press('Enter');
    await expect(
      dialog(page).getByText(/書いたものは残してあります。インターネットにつながっていません/),
    ).toBeVisible();
    await dialog(page).getByRole('button', { name: '次の写真' }).click();
    await expect(caption(page)).toHaveValue('6枚目');
    await context.setOffline(false);
    await dialog(page).getByRole('button', { name: '前の写真' }).click();
    await expect(caption(page)).toHaveValue('5枚目の山');
    await dialog(page).getByRole('button', { name: '保存する' }).click();
    await expect(dialog(page).getByText('保存しました')).toBeVisible();
  });
});

test.describe('offline, another month', RARE, () => {
  test.use({ expectConsole: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

  test("does not show the previous month's photos and counts", async ({ page, context }) => {
    const heading = page.getByRole('heading', { level: 1 });
    const photos = page.getByRole('button', { name: /を大きく見る$/ });
    await expect(heading).toContainText(`${COUNT}枚`);
    await context.setOffline(true);
    await page.getByRole('navigation', { name: '月' }).getByRole('link').first().click();
    await expect(page.getByText(/^写真を読み込めませんでした。/)).toBeVisible();
    await expect(heading).not.toContainText('枚');
    await expect(photos).toHaveCount(0);
    const loaded = page.waitForResponse(
      (answer) => answer.url().includes(paths.api.items) && answer.ok(),
    );
    await context.setOffline(false);
    await loaded;
    await expect(heading).toContainText('枚');
    await expect(page.getByText(/^写真を読み込めませんでした。/)).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('swipes turn the photos', async ({ page }) => {
    await page.getByRole('button', { name: /、1枚目を大きく見る$/ }).click();
    await expect(photo(page, 1)).toBeVisible();
    const session = await page.context().newCDPSession(page);
    const swipe = async (from: number, to: number): Promise<void> => {
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: x === undefined ? [] : [{ x, y: 220 }],
        });
      await touch('touchStart', from);
      await touch('touchMove', (from + to) / 2);
      await touch('touchMove', to);
      await touch('touchEnd');
    };
    await swipe(300, 80);
    await expect(photo(page, 2)).toBeVisible();
    await swipe(80, 300);
    await expect(photo(page, 1)).toBeVisible();
  });

  test('it fits, and is accessible', async ({ page }) => {
    await page.getByRole('button', { name: /、2枚目を大きく見る$/ }).click();
    for (const width of [300, 360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await overflow(page), `at ${width}`).toBeLessThanOrEqual(0);
      expect(await barriersOf(page)).toEqual([]);
    }
  });
});
