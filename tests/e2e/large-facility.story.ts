import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { press } from './support/keys.ts';
import { barriersOf, expectNeat } from './support/neat.ts';
import {
  PHONE,
  RARE,
  awake,
  expect,
  jpegFile,
  openNotices,
  pickPhotos,
  signIn,
  test,
} from './support/story.ts';

const AT_FIRST = 100;
const row = (page: Page) => page.getByRole('navigation', { name: '入居者' });
const finders = (page: Page) => row(page).locator('a[aria-haspopup="dialog"]');
const dialog = (page: Page) => page.getByRole('dialog');
/** The residents' names; the facility and both ways to the others are no names. */
const names = (page: Page) =>
  row(page).locator('a:not([aria-haspopup])').filter({ hasText: '入居' });

test('someone beyond the first hundred is found by keys alone', RARE, async ({ page, world }) => {
  const { general, last, living } = world.large;
  await signIn(page, general.email);
  await page.goto(paths.items);
  await awake(page);
  await expect(names(page)).toHaveCount(AT_FIRST);
  await expect(finders(page).last()).toHaveText(`…ほか${living - AT_FIRST}人`);
  const box = await page.getByRole('heading', { level: 1 }).boundingBox();

  await press(page, '入居者をさがす');
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: /入居 / })).toHaveCount(living);
  expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(box);
  expect(await barriersOf(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await expect(finders(page).first()).toBeFocused();
  await expect(names(page)).toHaveCount(AT_FIRST);

  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(last.name);
  await press(page, '入'); // the initial on its colour, then the reading
  await expect(page).toHaveURL(new RegExp(`${paths.residentItems(last.id)}\\?`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${last.name}様の写真`);
  await expect(row(page).locator('[aria-current]')).toBeFocused();
  await expect(names(page)).toHaveCount(AT_FIRST + 1);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('みんなの写真');
  await page.goto(paths.residentItems(last.id));
  await expect(row(page).locator('[aria-current]')).toContainText(last.name);
});

test(
  'a photo goes to someone beyond the first hundred, from a phone',
  RARE,
  async ({ visitor, world }) => {
    const page = await visitor(PHONE);
    const { admin, last, living } = world.large;
    await signIn(page, admin.email);
    await page.goto(paths.items);
    await awake(page);
    const missing = await openNotices(page);
    await expect(missing.getByText(`今月の写真がまだの方が${living}人`)).toBeVisible();
    await pickPhotos(page, [jpegFile('a.jpg', await jpeg())], last.name);
    await expect(page.getByText('1枚を追加しました')).toBeVisible();
    await expect(missing.getByText(`今月の写真がまだの方が${living - 1}人`)).toBeVisible();
    await expect(missing.getByRole('link', { name: /^入居/ })).toHaveCount(living - 1);
    // Who was chosen last stands first, on this device.
    await page.getByRole('button', { name: /写真を撮る・選ぶ/ }).click();
    await expect(page.getByRole('dialog').getByText('最近選んだ方')).toBeVisible();
    await expect(
      page.getByRole('dialog').getByRole('button', { name: /入居 / }).first(),
    ).toContainText(last.name);
    const together = page.getByRole('dialog').getByRole('button', { name: 'いっしょに' });
    await together.click();
    await expect(page.getByRole('dialog').getByRole('button', { name: /人の写真/ })).toHaveCount(0);
    expect(await barriersOf(page)).toEqual([]);
  },
);

test('pages of lists can be turned, seen and read by everybody', RARE, async ({ page, world }) => {
  const { admin } = world.large;
  await signIn(page, admin.email);
  const lists = [
    paths.residents,
    paths.families,
    paths.adminDeliveries(world.yearMonth),
    paths.adminLetterRoom(world.yearMonth, 'each'),
  ];
  for (const list of lists) {
    await page.goto(list);
    await page.locator('a[rel=next]').last().click();
    await expect(page.locator('a[rel=prev]')).toHaveText('前の100人');
    await expect(page.getByText('101〜').first()).toBeVisible();
    await expect(page.locator(':target')).toBeInViewport();
    await expectNeat(page);
  }
  await page.goto(`${paths.items}?names=2`);
  await awake(page);
  await expectNeat(page);
});

test.describe('where the others cannot be loaded', RARE, () => {
  test.use({ expectConsole: /503|Failed to load|つながって/ });

  test('it is said, and a second try brings them', async ({ page, world }) => {
    const { general, last, living } = world.large;
    await signIn(page, general.email);
    await page.goto(paths.items);
    await awake(page);
    const counts = `**${paths.api.counts}*`;
    await page.route(counts, (route) =>
      route.fulfill({ status: 503, json: { msg: 'つながっていません。' } }),
    );
    await page.getByRole('button', { name: /写真を撮る・選ぶ/ }).click();
    await dialog(page).getByRole('searchbox').fill(last.name);
    await expect(dialog(page).getByRole('alert')).toContainText(
      `ほかの${living - AT_FIRST}人を読み込めませんでした。`,
    );
    await expect(dialog(page).getByText('当てはまる方がいません。')).toBeHidden();
    await page.unroute(counts);
    await dialog(page).getByRole('button', { name: 'もう一度読み込む' }).click();
    await expect(dialog(page).getByRole('button', { name: last.name })).toBeVisible();
  });
});
