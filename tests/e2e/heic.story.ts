import type { APIResponse, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Item } from '#domains/item/item.ts';
import { paths } from '#lib/paths.ts';
import { CORPUS, CORPUS_MISSING } from '../support/corpus.ts';
import { IPHONE, emptyHeic, iphoneHeic, plainHeic, smallHeic, turned } from '../support/heic.ts';
import { jpeg, png } from '../support/pictures.ts';
import { RARE, awake, expect, jpegFile, pickPhotos, startSession, test } from './support/story.ts';

// Photos of years ago wait for an answer, which other stories count in their facility.
test.beforeEach(async ({ page, world }) => {
  await startSession(page, world.cast.otherAdmin.email);
  await page.goto(paths.residentItems(world.cast.foreignResident.id));
  await awake(page);
});

const dock = (page: Page) => page.getByRole('region', { name: '写真の追加' });
const said = (page: Page, text: string) => dock(page).getByRole('status').filter({ hasText: text });
const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

/** What the server makes of each photo, in the order of its answers. */
function madeItems(page: Page): Item[] {
  const items: Item[] = [];
  page.on('response', async (answer) => {
    const { pathname } = new URL(answer.url());
    if (answer.request().method() !== 'POST' || pathname !== paths.api.items) return;
    if (answer.ok()) items.push(((await answer.json()) as { item: Item }).item);
  });
  return items;
}

/** The means of a part, from there on. */
async function coloursAt(shown: APIResponse, left: number): Promise<number[]> {
  const part = sharp(await shown.body()).extract({ left, top: 8, width: 40, height: 80 });
  // Statistics are of the whole picture that they are asked of.
  const { channels } = await sharp(await part.png().toBuffer()).stats();
  return channels.map(({ mean }) => mean);
}

const loaded = (page: Page, pattern: RegExp): string[] => {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (pattern.test(request.url())) urls.push(request.url());
  });
  return urls;
};

test('a good photo is one, however it is named and labelled', async ({ page }) => {
  const decoder = loaded(page, /heic|heif/);
  await pickPhotos(page, [
    file('写真', '', await jpeg()),
    file('写真.txt', 'text/plain', await jpeg()),
    file('写真.png', 'image/png', await jpeg()),
    file('写真.jpg', 'image/jpeg', await png()),
    file('IMG_0001.HEIC', 'image/heic', await jpeg()),
    file('IMG_0002', 'application/octet-stream', await png()),
    file('IMG_0003.jfif', 'image/pjpeg', await jpeg()),
    file('IMG_0004.JPG', 'IMAGE/JPG', await jpeg()),
    file('IMG_0005.webp', 'image/webp', await jpeg()),
    file('文書.txt', 'text/plain', Buffer.from('写真ではありません')),
    file('動画.mp4', 'video/mp4', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1')),
  ]);
  await expect(said(page, '9枚を追加しました・2枚は追加できませんでした')).toBeVisible();
  await expect(dock(page).getByText('動画は送れません')).toBeVisible();
  expect(decoder).toEqual([]);
});

test('the picker shows HEIC, but on Apple, where it is handed over as JPEG', async ({ page }) => {
  const input = dock(page).getByLabel('写真を選ぶ');
  await expect(input).toHaveAttribute('accept', /^image\/jpeg,image\/png,image\/heic.*\.heic/);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'vendor', { get: () => 'Apple Computer, Inc.' }),
  );
  await page.reload();
  await awake(page);
  await expect(input).toHaveAttribute('accept', 'image/jpeg,image/png');
});

test('what is no HEIC inside is named, with what to do; the others go on', async ({ page }) => {
  await pickPhotos(page, [
    file('IMG_0001.HEIC', 'image/heic', emptyHeic),
    jpegFile('IMG_good.jpg', await jpeg()),
  ]);
  await expect(said(page, '1枚を追加しました・1枚は追加できませんでした')).toBeVisible();
  const failed = page.getByRole('list', { name: '追加できなかった写真' });
  await expect(failed).toContainText('この端末ではJPEGに変えられませんでした');
  await expect(failed).toContainText('互換性優先');
  await expect(failed).toContainText('IMG_0001.HEIC');
  await expect(dock(page).getByRole('button', { name: /もう一度/ })).toHaveCount(0);
});

test('a HEIC becomes a JPEG here, with its day and its colours', async ({ page }) => {
  const decoder = loaded(page, /libheif/);
  const items = madeItems(page);
  await pickPhotos(page, [file('IMG_0001.HEIC', 'image/heic', plainHeic)]);
  await expect(said(page, '1枚を追加しました')).toBeVisible();
  await expect.poll(() => items.length).toBe(1);
  const [item] = items;
  expect(item).toMatchObject({ width: 128, height: 96, takenOn: '2024-05-06' });
  const shown = await page.request.get(item?.images.src ?? '');
  const [red, blue] = await Promise.all([8, 80].map((x) => coloursAt(shown, x)));
  for (const [n, mean] of [191, 48, 32].entries()) expect(red?.[n]).toBeCloseTo(mean, -1);
  for (const [n, mean] of [32, 81, 176].entries()) expect(blue?.[n]).toBeCloseTo(mean, -1);
  expect(decoder).toHaveLength(2);
});

test.describe('of a real iPhone', () => {
  test.skip(CORPUS === undefined, CORPUS_MISSING);
  test.use({ expectConsole: /409|登録済み/ });

  test('a page that is left goes on with the HEIC that it keeps', RARE, async ({ page }) => {
    const items = madeItems(page);
    await page.route(`**${paths.api.directUploads}`, (route) => route.abort('connectionrefused'));
    await pickPhotos(page, [file('IMG_5195.HEIC', 'image/heic', turned(iphoneHeic(), 2))]);
    await expect(dock(page).getByText('続きを送ります')).toBeVisible();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await expect(said(page, '1枚を追加しました')).toBeVisible();
    await expect.poll(() => items.map(({ takenOn }) => takenOn)).toContain(IPHONE.takenOn);
  });

  test('a portrait may be a HEIC', RARE, async ({ page }) => {
    await page.goto(paths.newResident);
    await awake(page);
    await page.getByLabel('お名前').fill('高橋 ハル');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '写真を選ぶ' }).click();
    await (await chooser).setFiles(file('face.HEIC', 'image/heic', smallHeic()));
    await expect(page.getByText('写真を受け取りました')).toBeVisible();
    const shown = page.getByRole('img', { name: '顔写真' });
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(456);
  });

  test('HEIC becomes JPEG here: upright, with its day, and looks as it should', async ({
    page,
  }) => {
    const items = madeItems(page);
    await pickPhotos(page, [
      file('IMG_5195.HEIC', 'image/heic', iphoneHeic()),
      file('高さ.jpg', 'image/jpeg', turned(iphoneHeic(), 1)),
      file('小さい', '', smallHeic()),
      jpegFile('IMG_good.jpg', await jpeg()),
    ]);
    await expect(dock(page).getByText(/HEICの写真をJPEGに変えています（1\/\d）/)).toBeVisible();
    await expect(said(page, '4枚を追加しました')).toBeVisible();
    // Answers are read while the page goes on.
    await expect.poll(() => items.length).toBe(4);
    const shapes = items.map(({ width, height, takenOn }) => ({ width, height, takenOn }));
    const { width, height, takenOn } = IPHONE;
    expect(shapes).toContainEqual({ width, height, takenOn });
    expect(shapes).toContainEqual({ width: height, height: width, takenOn });
    expect(shapes.some((shape) => shape.width === 123 && shape.height === 456)).toBe(true);
    const iphone = items.find((item) => item.height === height);
    const shown = await page.request.get(iphone?.images.src ?? '');
    const { channels } = await sharp(await shown.body()).stats();
    for (const [n, mean] of IPHONE.colours.entries()) {
      expect(Math.abs((channels[n]?.mean ?? 0) - mean)).toBeLessThan(2);
    }

    // The same file gives the same bytes.
    await pickPhotos(page, [file('IMG_5195 (1).HEIC', 'image/heic', iphoneHeic())]);
    await expect(said(page, '1枚は登録済みでした')).toBeVisible();
  });
});
