import type { Page } from '@playwright/test';
import { addMonths } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import type { World } from '../support/world.ts';
import { barriersOf } from './support/neat.ts';
import { addPhoto, expectCaptions, overflow } from './support/photos.ts';
import { PHONE, RARE, awake, expect, startSession, test } from './support/story.ts';

/** A month per story, since they share a facility. */
let months = 0;

/** Photos あ to う of one day and え, お of the day before, all of one resident. */
async function openMonth(page: Page, world: World, baseURL = ''): Promise<void> {
  months += 1;
  const yearMonth = addMonths(world.yearMonth, -12 - months - 20 * test.info().workerIndex);
  const day = (n: number) =>
    `${String(yearMonth).slice(0, 4)}-${String(yearMonth).slice(4)}-${String(n)}`;
  await startSession(page, world.cast.general.email);
  const { resident } = world.cast;
  for (const [caption, n] of ['お', 'え', 'う', 'い', 'あ'].map(
    (text, at) => [text, at < 2 ? 10 : 11] as const,
  )) {
    await addPhoto(page.request, baseURL, { residentId: resident.id, takenOn: day(n), caption });
  }
  await page.goto(`${paths.items}?yearMonth=${yearMonth}`);
  await awake(page);
  await expectCaptions(page, 'あいうえお');
}

const choose = (page: Page) => page.getByRole('button', { name: '選ぶ', exact: true }).click();
const photo = (page: Page, caption: string) =>
  page.getByRole('checkbox', { name: new RegExp(`${caption}$`) });
const bar = (page: Page) => page.getByRole('group', { name: '選んだ写真' });
const act = (page: Page, name: string) => bar(page).getByRole('button', { name }).click();
/** These months are published, so the page first says who will see it. */
const goOn = (page: Page) => page.getByRole('button', { name: 'このまま進む' }).click();
const undo = (page: Page) => page.getByRole('button', { name: '元に戻す' }).click();
const count = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '入居者' }).getByRole('link', { name });

for (const [device, options] of [
  ['phone', PHONE],
  ['desk', { viewport: { width: 1280, height: 800 } }],
] as const) {
  test.describe(`on a ${device}`, device === 'desk' ? RARE : {}, () => {
    test.use(options);

    test('some are moved, counted, and moved back', async ({ page, world, baseURL }) => {
      const { resident, neighbour } = world.cast;
      await openMonth(page, world, baseURL);
      await choose(page);
      await photo(page, 'い').click();
      await photo(page, 'え').click();
      await expect(bar(page).getByRole('status')).toHaveText('2枚を選んでいます');
      await act(page, '移す');
      await page.getByRole('dialog').getByRole('button', { name: neighbour.name }).click();
      await goOn(page);
      await expect(page.getByText(`2枚を${neighbour.name}様へ移しました`)).toBeVisible();
      await expect(bar(page)).toHaveCount(0);
      await expectCaptions(page, 'あうお');
      await expect(count(page, neighbour.name)).toContainText('2');
      await expect(count(page, resident.name)).toContainText('3');
      await undo(page);
      await expect(page.getByText('2枚を元に戻しました')).toBeVisible();
      await expectCaptions(page, 'あいうえお');
      await expect(count(page, neighbour.name)).toContainText('0');
      await page.reload();
      await expectCaptions(page, 'あいうえお');
    });

    test('a whole day is deleted and restored', async ({ page, world, baseURL }) => {
      await openMonth(page, world, baseURL);
      await choose(page);
      await page.getByRole('button', { name: 'この日をすべて選ぶ' }).first().click();
      await expect(bar(page).getByRole('status')).toHaveText('3枚を選んでいます');
      await act(page, '削除');
      await expectCaptions(page, 'えお');
      await undo(page);
      await expectCaptions(page, 'あいうえお');
      await page.reload();
      await expectCaptions(page, 'あいうえお');
    });

    test('some get another day, and their own again', RARE, async ({ page, world, baseURL }) => {
      await openMonth(page, world, baseURL);
      await choose(page);
      await photo(page, 'え').click();
      await photo(page, 'お').click();
      await act(page, '日付');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('それぞれ何日かずらす').check();
      await dialog.getByLabel('日数').fill('3');
      await dialog.getByRole('button', { name: '2枚の日付を変える' }).click();
      await expect(page.getByRole('button', { name: /7日.*、え/ })).toBeVisible();
      await undo(page);
      await expect(page.getByRole('button', { name: /10日.*、え/ })).toBeVisible();
    });

    test('the back button only ends the selection', async ({ page, world, baseURL }) => {
      await openMonth(page, world, baseURL);
      const address = page.url();
      await choose(page);
      await photo(page, 'う').click();
      await page.goBack();
      await expect(bar(page)).toHaveCount(0);
      expect(page.url()).toBe(address);
      await expectCaptions(page, 'あいうえお');
      await choose(page);
      await page.getByRole('button', { name: 'やめる' }).click();
      await expect(bar(page)).toHaveCount(0);
      await page.getByRole('link', { name: 'すべて' }).click();
      await expect(page).toHaveURL(/all/);
      await page.goBack();
      await expect(page).toHaveURL(address);
    });
  });
}

test('Shift and a click select everything between', RARE, async ({ page, world, baseURL }) => {
  await openMonth(page, world, baseURL);
  await page.locator('.photo-tile').nth(1).hover();
  await page.locator('.photo-tile').nth(1).locator('.tile-choose').click();
  await photo(page, 'え').click({ modifiers: ['Shift'] });
  await expect(bar(page).getByRole('status')).toHaveText('3枚を選んでいます');
  await photo(page, 'あ').click({ modifiers: ['Shift'] });
  await expect(bar(page).getByRole('status')).toHaveText('2枚を選んでいます');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);
});

test('the keyboard is enough', async ({ page, world, baseURL }) => {
  await openMonth(page, world, baseURL);
  await page.getByRole('button', { name: '選ぶ', exact: true }).focus();
  await page.keyboard.press('Enter');
  // The grid follows a moment after the bar, and Tab goes by what it shows.
  await expect(photo(page, 'あ')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(photo(page, 'あ')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(photo(page, 'い')).toBeFocused();
  await expect(bar(page).getByRole('status')).toHaveText('2枚を選んでいます');
  await page.keyboard.press('ArrowDown');
  await expect(photo(page, 'お')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+a');
  await expect(bar(page).getByRole('status')).toHaveText('5枚を選んでいます');
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(photo(page, 'あ')).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expectCaptions(page, 'あいうえお');
});

test.describe('an action that fails', () => {
  test.use({ expectConsole: /409|登録済み/ });

  test(
    'is listed with its reason, and the photo stays selected',
    RARE,
    async ({ page, world, baseURL }) => {
      const { neighbour } = world.cast;
      await openMonth(page, world, baseURL);
      const copy = async (...texts: string[]): Promise<void> => {
        await choose(page);
        for (const text of texts) await photo(page, text).click();
        await act(page, 'コピー');
        await page.getByRole('dialog').getByRole('button', { name: neighbour.name }).click();
        await goOn(page);
      };
      await copy('あ');
      await expect(page.getByText(`写真を${neighbour.name}様へコピーしました`)).toBeVisible();
      await expectCaptions(page, 'あいうえお');
      await copy('あ', 'い');
      const failed = page.getByRole('list', { name: 'できなかった写真' });
      await expect(failed).toContainText('この写真は登録済みです。');
      await expect(bar(page).getByRole('status')).toHaveText('1枚（のべ2人分）を選んでいます');
      await expect(photo(page, 'あ')).toBeChecked();
      await expect(count(page, neighbour.name)).toContainText('2');
    },
  );
});

test('selection mode fits a narrow phone and is accessible', async ({ page, world, baseURL }) => {
  await openMonth(page, world, baseURL);
  await choose(page);
  await photo(page, 'い').click();
  for (const width of [300, 360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await overflow(page), `choosing at ${width}`).toBeLessThanOrEqual(0);
    expect(await barriersOf(page)).toEqual([]);
    await act(page, '日付');
    expect(await barriersOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
