import type { Page } from '@playwright/test';
import { addMonths, firstDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg, noise } from '../support/pictures.ts';
import type { World } from '../support/world.ts';
import { expectFocusToShow } from './support/focus.ts';
import { watchFocus } from './support/in-page.ts';
import { press, tabTo } from './support/keys.ts';
import { barriersOf } from './support/neat.ts';
import { addPhoto } from './support/photos.ts';
import {
  PHONE,
  RARE,
  awake,
  expect,
  jpegFile,
  pickPhotos,
  startSession,
  test,
} from './support/story.ts';

const PHOTOS = 30;
let months = 0;

/** A month with that many photos of noise. */
async function openMonth(page: Page, world: World, baseURL = ''): Promise<void> {
  months += 1;
  const yearMonth = addMonths(world.yearMonth, -90 - months - 20 * test.info().workerIndex);
  await startSession(page, world.cast.general.email);
  const first = await noise();
  for (let n = 0; n < PHOTOS; n += 1) {
    await addPhoto(page.request, baseURL, {
      residentId: world.cast.resident.id,
      takenOn: firstDayOf(yearMonth),
      caption: `${n + 1}枚目`,
      ...(n === 0 && { bytes: first }),
    });
  }
  await page.goto(`${paths.items}?yearMonth=${yearMonth}`);
  await awake(page);
}

const tile = (page: Page) => page.locator('[data-item]:focus');

test('the photo button is two Tab stops from the top, and one from the photos', async ({
  page,
  world,
  baseURL,
}) => {
  await openMonth(page, world, baseURL);
  const button = page.getByRole('button', { name: /写真を撮る・選ぶ/ });
  await press(page, '本文へ移動');
  await press(page, '写真を追加するボタンへ移動');
  await expect(button).toBeFocused();
  await expectFocusToShow(page);
  await page.goto(page.url());
  await awake(page);
  // The number of months and names before it varies.
  await page.getByRole('button', { name: '選ぶ', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(tile(page)).toHaveCount(1);
  await expect(page.getByText('矢印キーで写真を移れます')).toBeVisible();
  for (let n = 0; n < 5; n += 1) await page.keyboard.press('ArrowRight');
  await expect(
    page.getByRole('button', { name: /^.*、\d+枚目を大きく見る$/ }).nth(5),
  ).toBeFocused();
  await tabTo(page, '写真を撮る・選ぶ');
  // Only the link to more photos may come between; it loads them when visible.
  await page.keyboard.press('Shift+Tab');
  if ((await tile(page).count()) === 0) await page.keyboard.press('Shift+Tab');
  await expect(
    page.getByRole('button', { name: /^.*、\d+枚目を大きく見る$/ }).nth(5),
  ).toBeFocused();
});

test.describe('on a low screen', () => {
  test.use({ viewport: { width: 360, height: 300 } });

  test('only photos near the view are in the page, and keys reach all of them', async ({
    page,
    world,
    baseURL,
  }) => {
    await openMonth(page, world, baseURL);
    const tiles = page.locator('.photo-tile');
    const place = () => tile(page).locator('..').getAttribute('aria-posinset');
    await page.getByRole('button', { name: '選ぶ', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('End'); // of those that are loaded
    await expect(tiles.last()).toHaveAttribute('aria-posinset', String(PHOTOS));
    await page.keyboard.press('End');
    await expect.poll(place).toBe(String(PHOTOS));
    await page.keyboard.press('ArrowUp');
    await expect.poll(place).toBe(String(PHOTOS - 3));
    await page.keyboard.press('Home');
    await expect.poll(place).toBe('1');
    await expect.poll(() => tiles.count()).toBeLessThan(PHOTOS);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(tiles.last()).toHaveAttribute('aria-posinset', String(PHOTOS));
    // Rows are left out between the one with the focus and those in view.
    await expect.poll(() => tiles.count()).toBeLessThan(PHOTOS);
    expect(await place()).toBe('1');
    await page.keyboard.press('ArrowDown');
    await expect.poll(place).toBe('4');
    await expectFocusToShow(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`4 / ${PHOTOS}`)).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.getByText(`${PHOTOS} / ${PHOTOS}`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect.poll(place).toBe(String(PHOTOS));
    await page.getByRole('button', { name: '選ぶ', exact: true }).click();
    await page.keyboard.press('Control+a');
    await expect(page.getByText(`${PHOTOS}枚を選んでいます`)).toBeVisible();
  });
});

test('undo is within reach of the keyboard', RARE, async ({ page, world, baseURL }) => {
  await openMonth(page, world, baseURL);
  // The number of months and names before it varies.
  await page.getByRole('button', { name: '選ぶ', exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await press(page, '削除する');
  await expect(page.getByText('写真を削除しました')).toBeVisible();
  await expect(tile(page)).toHaveCount(1);
  let tabs = 0;
  while (
    !(await page
      .getByRole('button', { name: '元に戻す' })
      .evaluate((it) => it === document.activeElement))
  ) {
    await page.keyboard.press('Tab');
    expect((tabs += 1)).toBeLessThan(5);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText('写真を元に戻しました')).toBeVisible();
});

for (const [how, options] of [
  ['on a desktop', {}],
  ['in forced colours', { forcedColors: 'active', colorScheme: 'dark' }],
  ['on a phone', PHONE],
] as const) {
  test.describe(how, how === 'on a phone' ? {} : RARE, () => {
    test.use(options);

    test(
      'the focused photo is visible, selected or not',
      RARE,
      async ({ page, world, baseURL }) => {
        await openMonth(page, world, baseURL);
        await page.getByRole('button', { name: '選ぶ', exact: true }).focus();
        await page.keyboard.press('Tab');
        for (let n = 0; n < 3; n += 1) {
          await expect(tile(page)).toHaveCount(1);
          await expectFocusToShow(page);
          await page.keyboard.press('ArrowRight');
        }
        // The last photo must be scrolled clear of the dock.
        await page.keyboard.press('End');
        await expectFocusToShow(page);
        await page.evaluate(watchFocus);
        const now = await page.evaluate(() => window.focusWatch.now());
        expect(now).toMatchObject({ isMarked: true, isCovered: false });
        await page.keyboard.press('Home');
        await page.keyboard.press('Shift+ArrowRight');
        await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);
        await expectFocusToShow(page);
      },
    );
  });
}

test('the selection mark does not cover the day', RARE, async ({ page, world }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await startSession(page, world.cast.general.email);
  await page.goto(paths.items);
  // A photo of another month shows its day.
  const photo = await jpeg({ takenAt: '2022:10:23 10:00:00' });
  await pickPhotos(page, [jpegFile('IMG_old.jpg', photo)], world.cast.resident.name);
  const li = page.locator('.photo-tile').filter({ has: page.locator('.tile-day') });
  await expect(li).toHaveCount(1);
  await expect(li).toContainText('10月23日');
  const overlap = () =>
    li.evaluate((node) => {
      const day = node.querySelector('.tile-day')?.getBoundingClientRect();
      const button = node.querySelector('[role=checkbox]');
      const choose = node.querySelector('.tile-choose');
      const mark = choose
        ? getComputedStyle(choose)
        : button && getComputedStyle(button, '::after');
      if (!day?.width || mark?.display !== 'grid') return 'one of them is not there';
      const tile = node.getBoundingClientRect();
      const bottom = tile.top + parseFloat(mark.top) + parseFloat(mark.height);
      const right = tile.left + parseFloat(mark.left) + parseFloat(mark.width);
      return bottom > day.top && right > day.left;
    });
  await li.hover();
  expect(await overlap()).toBe(false);
  // A tile's visible text is part of its name.
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('button', { name: '選ぶ', exact: true }).click();
  expect(await overlap()).toBe(false);
  await page.goto(`${paths.items}?yearMonth=202210`);
  await awake(page);
  await expect(page.locator('.tile-held')).toBeVisible();
  expect(await barriersOf(page)).toEqual([]);
});
