import type { Locator, Page } from '@playwright/test';
import { addMonths, firstDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { expectNeat, overflowOf } from './support/neat.ts';
import { addPhoto } from './support/photos.ts';
import { PHONE, RARE, awake, expect, startSession, test, tokensOf } from './support/story.ts';

const WIDE = { width: 6000, height: 450 };
const PHONE_PANORAMA = { width: 4000, height: 1000 };
const TALL = { width: 450, height: 6000 };
const SHAPES = [WIDE, PHONE_PANORAMA, TALL, { width: 1600, height: 1200 }];
const DESK = { viewport: { width: 1280, height: 800 } };

test.describe.configure({ mode: 'serial' });
test.use(PHONE);

let [letter, shelf] = ['', ''];

test.beforeEach(async ({ page, visitor, world, baseURL }) => {
  const { resident, family, general } = world.cast;
  const yearMonth = addMonths(world.yearMonth, -57);
  if (letter === '') {
    const carer = await visitor();
    await startSession(carer, general.email);
    for (const [n, shape] of SHAPES.entries()) {
      const photo = { residentId: resident.id, takenOn: firstDayOf(yearMonth) };
      const caption = `${n + 1}枚目`;
      await addPhoto(carer.request, baseURL ?? '', { ...photo, bytes: await jpeg(shape), caption });
    }
  }
  letter = paths.letter(yearMonth, tokensOf(resident, family));
  shelf = paths.letters(tokensOf(resident, family));
  const count = async () =>
    (await (await page.request.get(letter)).text()).split('alt="写真"').length - 1;
  await expect.poll(count).toBe(SHAPES.length);
  await page.goto(letter);
});

const boxOf = async (of: Locator) =>
  (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const photo = (page: Page, n: number) => page.getByRole('link', { name: `${n}枚目` });
const along = (page: Page) => page.getByRole('region', { name: '横に動かして見る写真' });
/** How far the edges of two pictures are from each other that lie over each other. */
const apart = (region: Element): number => {
  const [one, other] = [...region.querySelectorAll('img')].map((img) =>
    img.getBoundingClientRect(),
  );
  if (!one || !other) return Infinity;
  const edges = ['left', 'top', 'right', 'bottom'] as const;
  return Math.max(...edges.map((edge) => Math.abs(one[edge] - other[edge])));
};
/** A thumb from right to left, at that height. */
async function drag(page: Page, y: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y }],
    });
  await touch('touchStart', 320);
  for (let x = 300; x >= 40; x -= 20) await touch('touchMove', x);
  await touch('touchEnd');
}
const movedBy = (of: Locator) => of.evaluate(({ scrollLeft }) => scrollLeft);

test('in a letter a long photo is to be recognised, and says what a press does', async ({
  page,
}) => {
  for (const [n, hint] of ['横に長い', '横に長い', '縦に長い'].entries()) {
    const link = photo(page, n + 1);
    await expect(link.getByText(`${hint}写真です。`)).toBeVisible();
    const { width, height } = await boxOf(link.locator('img'));
    expect(height / width).toBeGreaterThan(0.3);
    expect(height / width).toBeLessThan(2.6);
  }
  await expect(photo(page, 4).getByText('長い写真です')).toHaveCount(0);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await expectNeat(page);
  await page.goto(shelf);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

test('a panorama is as high as can be read, and moves along by touch and by keys', async ({
  page,
}) => {
  for (const [n, { width, height }] of [WIDE, PHONE_PANORAMA].entries()) {
    await page.goto(letter);
    await photo(page, n + 1).click();
    const region = along(page);
    const box = await boxOf(page.getByRole('img', { name: '写真' }));
    expect(box.height).toBeGreaterThan(0.55 * PHONE.viewport.height);
    expect(box.width / box.height).toBeCloseTo(width / height, 0);
    expect((await boxOf(region)).width).toBe(PHONE.viewport.width);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await expect(page.locator('script')).toHaveCount(0);
    await expectNeat(page);

    await region.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => movedBy(region)).toBeGreaterThan(20);
    const before = await movedBy(region);
    await drag(page, (await boxOf(region)).y + 100);
    await expect.poll(() => movedBy(region)).toBeGreaterThan(before + 100);
    // The sharp file lies over the letter's own.
    const sharp = region.locator('img').last();
    const source = () => sharp.evaluate(({ currentSrc }: HTMLImageElement) => currentSrc);
    await expect.poll(source).toMatch(/\/1920\.webp$/);
    await expect.poll(() => region.evaluate(apart)).toBeLessThan(1);
    await expect(page.getByRole('link', { name: '次の写真' })).toBeInViewport();
  }
});

test('a tall photo is as wide as the phone, and the page moves along it', async ({ page }) => {
  await photo(page, 3).click();
  const { width, height } = await boxOf(page.getByRole('img', { name: '写真' }));
  expect(width).toBe(PHONE.viewport.width);
  expect(height / width).toBeCloseTo(TALL.height / TALL.width, 0);
  await page.keyboard.press('End');
  await expect(page.getByRole('heading', { name: '3枚目' })).toBeInViewport();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await expectNeat(page);
});

test(
  'on a desk both are large, with the ways to other photos beside them',
  RARE,
  async ({ visitor }) => {
    const page = await visitor(DESK);
    for (const [n, least] of [
      [1, { width: 4000, height: 400 }],
      [3, { width: 400, height: 4000 }],
    ] as const) {
      await page.goto(letter);
      await photo(page, n).click();
      const box = await boxOf(page.getByRole('img', { name: '写真' }));
      expect(box.width).toBeGreaterThan(least.width);
      expect(box.height).toBeGreaterThan(least.height);
      await page.keyboard.press('End');
      await expect(page.getByRole('link', { name: '次の写真' })).toBeInViewport();
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    }
  },
);

test('on paper it fits the sheet', RARE, async ({ page }) => {
  await photo(page, 1).click();
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  const { x, width } = await boxOf(page.getByRole('img', { name: '写真' }));
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(720);
  expect(width).toBeGreaterThan(600);
});

test(
  'staff move along it too, and its keys turn to no other photo',
  RARE,
  async ({ visitor, world }) => {
    const page = await visitor(PHONE);
    await startSession(page, world.cast.general.email);
    await page.goto(`${paths.items}?yearMonth=${addMonths(world.yearMonth, -57)}`);
    await awake(page);
    await page.getByRole('button', { name: /1枚目.*大きく見る/ }).click();
    const stage = page.getByRole('group', { name: '動かして見る写真' });
    expect((await boxOf(stage.locator('img'))).height).toBeGreaterThan(300);
    await stage.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => movedBy(stage)).toBeGreaterThan(20);
    await expect(page.getByLabel('ひとこと')).toHaveValue('1枚目');
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  },
);
