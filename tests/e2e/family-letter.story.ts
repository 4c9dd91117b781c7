import type { Locator, Page } from '@playwright/test';
import { addMonths, firstDayOf, monthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { contrastFaultsOf, expectNeat, overflowOf } from './support/neat.ts';
import { readPdf } from './support/pdf.ts';
import { addPhoto } from './support/photos.ts';
import { bottom, expectRows, plain } from './support/sheet.ts';
import { PHONE, RARE, expect, startSession, test, tokensOf } from './support/story.ts';

/** Sizes of phones and cameras; panoramas have a story of their own. */
const SHAPES = [
  [1800, 2400],
  [800, 600],
  [700, 700],
  [1200, 500],
  [450, 800],
  [640, 480],
  [800, 450],
] as const;

/** 1280 × 800, enlarged. */
const DESK_AT_200 = { width: 640, height: 400 };
const DARK_PAGE = 'rgb(28, 23, 19)';
const LIGHT_INK = 'rgb(51, 41, 31)';

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not to be seen');
  return box;
};
/** Stops the animations of a page, or lets them run on. */
const clockOf = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  return (playbackRate: 0 | 1) => devtools.send('Animation.setPlaybackRate', { playbackRate });
};
const next = (page: Page) => page.getByRole('link', { name: '次の写真' });
const previous = (page: Page) => page.getByRole('link', { name: '前の写真' });

test.describe('a long letter on a phone', () => {
  test.describe.configure({ mode: 'serial' });
  test.use(PHONE);
  let [letter, shelf] = ['', ''];

  test.beforeEach(async ({ page, visitor, world, baseURL }) => {
    const yearMonth = addMonths(world.yearMonth, -48);
    const { resident, family, general } = world.cast;
    if (letter === '') {
      const carer = await visitor();
      await startSession(carer, general.email);
      for (const [index, [width, height]] of SHAPES.entries()) {
        const photo = { residentId: resident.id, takenOn: firstDayOf(yearMonth) };
        const bytes = await jpeg({ width, height });
        await addPhoto(carer.request, baseURL ?? '', {
          ...photo,
          bytes,
          caption: `${index + 1}枚目`,
        });
      }
      await addPhoto(carer.request, baseURL ?? '', {
        residentId: null,
        takenOn: firstDayOf(yearMonth),
      });
    }
    letter = paths.letter(yearMonth, tokensOf(resident, family));
    shelf = paths.letters(tokensOf(resident, family));
    // Families see a photo once it is processed.
    const count = async () =>
      (await (await page.request.get(letter)).text()).split('alt="写真"').length - 1;
    await expect.poll(count).toBe(SHAPES.length + 1);
    await page.goto(letter);
  });

  test('links from its top to 施設のようす and to the telephone number', RARE, async ({ page }) => {
    const ways = page.getByRole('navigation', { name: 'このお便りの中' });
    await expect(ways).toBeInViewport();
    await ways.getByRole('link', { name: '施設のようすへ' }).click();
    await expect(page.getByRole('heading', { name: '施設のようす' })).toBeInViewport();
    await page.goBack();
    await ways.getByRole('link', { name: '電話番号へ' }).click();
    await expect(page.getByRole('link', { name: /^電話する/ })).toBeInViewport();
    await expectNeat(page);
  });

  test('enlarges each photo, with the buttons always in the same place', async ({ page }) => {
    const photo = page.getByRole('img', { name: '写真' }).first();
    const small = await boxOf(photo);
    const border = 16;
    await photo.click();
    const spot = await boxOf(next(page));
    let back: Awaited<ReturnType<typeof boxOf>> | undefined;
    for (let n = 1; n <= SHAPES.length; n++) {
      await expect(page.getByText(`${SHAPES.length + 1}枚中${n}枚目`)).toBeAttached();
      const large = await boxOf(page.getByRole('img', { name: '写真' }));
      expect(large.width, `photo ${n}`).toBe(PHONE.viewport.width);
      expect(large.width / (small.width - border), `photo ${n}`).toBeGreaterThan(1.1);
      expect(await boxOf(next(page)), `photo ${n}`).toEqual(spot);
      if (n > 1) {
        back ??= await boxOf(previous(page));
        expect(await boxOf(previous(page)), `photo ${n}`).toEqual(back);
      }
      await page.touchscreen.tap(spot.x + spot.width / 2, spot.y + spot.height / 2);
    }
    await expect(page.getByText(`${SHAPES.length + 1}枚中${SHAPES.length + 1}枚目`)).toBeVisible();
    await expect(next(page)).toHaveCount(0);
    expect(await boxOf(previous(page))).toEqual(back);
    await page.getByRole('link', { name: 'お便りにもどる' }).click();
    await expect(page).toHaveURL(/#p8$/);
  });

  test('loads a larger file when enlarged, and allows pinch zoom', RARE, async ({ visitor }) => {
    for (const deviceScaleFactor of [2, 3]) {
      const phone = await visitor({ ...PHONE, deviceScaleFactor });
      await phone.goto(letter);
      const run = await clockOf(phone);
      await run(0);
      await phone.getByRole('img', { name: '写真' }).first().click();
      await expect(phone.getByRole('link', { name: 'お便りにもどる' })).toBeVisible();
      // The letter's file has the line to itself, then a larger one covers it.
      const [photo, larger] = [phone.locator('img').first(), phone.locator('img').last()];
      expect((await boxOf(larger)).x).toBeLessThan(-9000);
      await run(1);
      await expect.poll(() => boxOf(larger)).toEqual(await boxOf(photo));
      // Its own choice proves nothing: a browser may choose before layout.
      const fileOf = () =>
        larger.evaluate((image: HTMLImageElement) =>
          Number(/(\d+)\.webp/.exec(image.currentSrc)?.[1]),
        );
      const enlarged = 1.5 * PHONE.viewport.width * deviceScaleFactor;
      await expect.poll(fileOf).toBeGreaterThanOrEqual(enlarged);
      await expect(photo).toHaveAttribute('fetchpriority', 'high');
      const viewport = await phone.locator('meta[name=viewport]').getAttribute('content');
      expect(viewport).not.toMatch(/maximum-scale|user-scalable/);
    }
  });

  test('asks for the first photo, and for others in view alone', RARE, async ({ visitor }) => {
    const phone = await visitor(PHONE);
    const run = await clockOf(phone);
    await run(0);
    await phone.goto(letter);
    const photos = phone.getByRole('img', { name: '写真' });
    const asked = () =>
      photos.evaluateAll((images: HTMLImageElement[]) =>
        images.flatMap(({ currentSrc }, index) => (currentSrc === '' ? [] : [index + 1])),
      );
    await photos.first().evaluate((image: HTMLImageElement) => image.decode());
    expect(await asked()).toEqual([1]);
    await photos.nth(5).evaluate((image) => image.parentElement?.scrollIntoView());
    await expect.poll(asked).toContain(6);
    expect(await asked()).not.toContain(4);
    await run(1);
    await expect.poll(asked).toContain(4);
    for (const photo of await photos.all()) await expect(photo).toHaveCSS('translate', 'none');
    await run(0);
    await phone.reload();
    await expect(photos.nth(1)).toHaveCSS('translate', '-9999px');
    await phone.emulateMedia({ media: 'print' });
    await expect(photos.nth(1)).toHaveCSS('translate', 'none');
    await phone.emulateMedia({ media: null });
    await phone.setViewportSize({ ...PHONE.viewport, height: 300 });
    await phone.goto(shelf);
    const cover = phone.locator('img[loading]').last();
    await expect(cover).toHaveCSS('translate', '-9999px');
    await cover.evaluate((image) => image.parentElement?.scrollIntoView());
    await expect(cover).toHaveCSS('translate', 'none');
  });

  test('prints neither links to other months nor its buttons', async ({ page, world }) => {
    await page.goto(
      paths.letter(world.yearMonth, tokensOf(world.cast.resident, world.cast.family)),
    );
    const others = page.getByRole('navigation', { name: 'ほかの月のお便り' });
    await expect(others.getByRole('link').first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(others).toBeHidden();
    for (const part of await page.locator('.screen').all()) await expect(part).toBeHidden();
    await expect(page.locator('.foot-line')).toContainText('電話 03-1234-5678');
  });

  test(
    'fills its sheets of paper, each with the month and the name',
    RARE,
    async ({ page, world }) => {
      const photos = page.getByRole('img', { name: '写真' });
      for (const photo of await photos.all()) {
        await photo.evaluate(async (image: HTMLImageElement) => {
          image.loading = 'eager';
          await image.decode();
        });
      }
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      const sheets = await readPdf(await page.pdf({ preferCSSPageSize: true }));
      expect(sheets).toHaveLength(2);
      expect(sheets.flatMap((sheet) => sheet.photos)).toHaveLength(SHAPES.length + 1);
      const month = monthOf(addMonths(world.yearMonth, -48));
      for (const [index, sheet] of sheets.entries()) {
        const line = new RegExp(`${month}月号.${plain(world.cast.resident.name)}様`);
        expect(plain(sheet.text)).toMatch(line);
        expect(sheet.links.filter((link) => link.startsWith('tel:'))).toEqual([]);
        expectRows(sheet);
        const end = Math.max(...sheet.photos.map(bottom));
        if (index < sheets.length - 1) expect(end).toBeGreaterThan((sheet.height * 2) / 3);
      }
    },
  );

  test('is as readable on dark paper, and at 200 %', RARE, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    const photo = page
      .getByRole('link')
      .filter({ has: page.locator('figure') })
      .first();
    const large = (await photo.getAttribute('href')) ?? '';
    for (const address of [letter, shelf, large]) {
      await page.goto(address);
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
      await expect(page.locator('body')).toHaveCSS('background-color', DARK_PAGE);
      expect(await contrastFaultsOf(page)).toEqual([]);
      await page.setViewportSize(DESK_AT_200);
      expect(await overflowOf(page), address).toBeLessThanOrEqual(0);
      await page.setViewportSize(PHONE.viewport);
    }
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await expect(page.locator('body')).toHaveCSS('color', LIGHT_INK);
  });

  test('leaves the buttons of a photo uncovered', async ({ page }) => {
    await page.getByRole('img', { name: '写真' }).first().click();
    const [back, save] = [
      page.getByRole('link', { name: 'お便りにもどる' }),
      page.getByRole('link', { name: '保存', exact: true }),
    ];
    for (const button of [back, save]) {
      await expect(button).toBeInViewport({ ratio: 1 });
      await button.click({ trial: true });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const [picture, further] = [
      await boxOf(page.getByRole('img', { name: '写真' })),
      await boxOf(next(page)),
    ];
    expect(further.x - picture.x - picture.width).toBeGreaterThan(0);
    expect(further.x - picture.x - picture.width).toBeLessThan(40);
  });
});
