import type { Locator, Page } from '@playwright/test';
import { addMonths, firstDayOf, monthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { expectNeat } from './support/neat.ts';
import { addPhoto } from './support/photos.ts';
import { PHONE, RARE, expect, startSession, test, tokensOf } from './support/story.ts';

/** Sizes of phones and cameras: portrait, landscape, square, panorama, screenshot. */
const SHAPES = [
  [1800, 2400],
  [800, 600],
  [700, 700],
  [1200, 400],
  [450, 800],
  [640, 480],
  [800, 450],
] as const;

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

  test('links from its top to 施設のようす and to the telephone number', async ({ page }) => {
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
    await expect(page.getByText('03-1234-5678').first()).toBeVisible();
  });
});

test.describe('in forced colours', () => {
  test.use({ ...PHONE, contextOptions: { forcedColors: 'active' } });

  test("nothing covers the facility's name", async ({ page, world }) => {
    await page.goto(
      paths.letter(world.yearMonth, tokensOf(world.cast.resident, world.cast.family)),
    );
    const name = page.locator('.host');
    const seen = await name.screenshot();
    await page.getByRole('heading', { level: 1 }).evaluate((month) => {
      month.style.visibility = 'hidden';
    });
    expect((await name.screenshot()).equals(seen)).toBe(true);
  });
});

test.describe('an early look', () => {
  test.use(PHONE);

  test('is on the shelf and next to the last letter, with the day it is complete', async ({
    page,
    world,
  }) => {
    const { reader, yearMonth } = world.places;
    const current = addMonths(yearMonth, 1);
    const due = `${monthOf(addMonths(current, 1))}月1日にできあがります`;
    await page.goto(paths.letters(reader));
    const card = page.getByRole('listitem').first();
    await expect(card).toContainText('制作中');
    await expect(card).toContainText(due);
    await expect(page.getByText('制作中')).toHaveCount(1);
    await card.getByRole('link').click();
    await expect(page).toHaveURL(paths.letter(current, reader));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${monthOf(current)}月号`);
    await expect(page.getByText(due)).toBeVisible();
    await expect(page.getByRole('button', { name: '見ました' })).toHaveCount(0);
    await page.getByRole('link', { name: `‹ ${monthOf(yearMonth)}月号` }).click();
    await expect(page.getByText('制作中')).toHaveCount(1);
    const nextLetter = page.getByRole('link', { name: `${monthOf(current)}月号 ›` });
    await expect(nextLetter).toContainText(`制作中・${due}`);
    await nextLetter.click();
    await expect(page).toHaveURL(paths.letter(current, reader));
  });
});

test.describe('without a letter', () => {
  test.use({ ...PHONE, expectConsole: /status of 404/ });

  test('a valid link says so calmly and leads to the shelf', async ({ page, world }) => {
    const tokens = tokensOf(world.cast.resident, world.cast.family);
    await page.goto(paths.letter(200001, tokens));
    await expect(
      page.getByRole('heading', { name: '2000年1月のお便りはありません' }),
    ).toBeVisible();
    await expectNeat(page);
    await page.getByRole('link', { name: 'お便りの一覧へ' }).click();
    await expect(page).toHaveURL(paths.letters(tokens));
  });

  test('a refused 見ました links back to the letter', async ({ page, world }) => {
    const tokens = tokensOf(world.cast.resident, world.cast.family);
    const letter = paths.letter(world.yearMonth, tokens);
    await page.goto(letter);
    const button = page.locator('#seen button').first();
    await button.evaluate((element: HTMLButtonElement) => (element.value = 'none'));
    await button.click();
    await expect(page.getByText('施設には、まだお伝えできていません。')).toBeVisible();
    await page.waitForLoadState(); // its style
    await expectNeat(page);
    await page.getByRole('link', { name: 'お便りにもどる' }).click();
    await expect(page).toHaveURL(letter);
  });
});
