import type { Page } from '@playwright/test';
import type { Item } from '#domains/item/item.ts';
import { paths } from '#lib/paths.ts';
import { jpeg, noise, png } from '../support/pictures.ts';
import { RARE, awake, expect, jpegFile, pickPhotos, startSession, test } from './support/story.ts';

test.beforeEach(async ({ page, world }) => {
  await startSession(page, world.cast.general.email);
  await page.goto(paths.residentItems(world.cast.resident.id));
});

const failed = (page: Page) => page.getByRole('list', { name: '追加できなかった写真' });
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** So slow that no upload ends before the test has looked. @returns restores the speed */
async function slowDown(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  const send = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 50,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await send(20_000);
  return () => send(-1);
}

test('each file shows its percent and leaves the list once uploaded', async ({ page }) => {
  const hurry = await slowDown(page);
  await pickPhotos(page, [jpegFile('IMG_slow.jpg', await noise())]);
  const progress = page.getByRole('progressbar', { name: 'IMG_slow.jpg' }).first();
  await expect(progress).toBeVisible();
  await expect(page.getByText(/^[1-9]\d?%$/).first()).toBeVisible();
  await hurry();
  await expect(said(page, '1枚を追加しました')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'IMG_slow.jpg' })).toHaveCount(0);
});

test.describe('refused files', () => {
  test.use({ expectConsole: /409|422|登録済み|壊れて/ });

  test('an existing photo is counted separately', async ({ page }) => {
    const photo = jpegFile('IMG_twice.jpg', await jpeg());
    await pickPhotos(page, [photo]);
    await expect(said(page, '1枚を追加しました')).toBeVisible();
    await pickPhotos(page, [photo, jpegFile('IMG_new.jpg', await jpeg())]);
    await expect(said(page, '1枚を追加しました・1枚は登録済みでした')).toBeVisible();
    await expect(failed(page)).toHaveCount(0);
  });

  test('HEIC, broken and foreign files stay with a reason; the valid one is uploaded', async ({
    page,
  }) => {
    const whole = await png({ width: 200, height: 200 });
    await pickPhotos(page, [
      { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
      { name: '書類.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
      { name: '壊れた.png', mimeType: 'image/png', buffer: whole.subarray(0, whole.length - 60) },
      jpegFile('IMG_good.jpg', await jpeg()),
    ]);
    await expect(said(page, '1枚を追加しました・3枚は追加できませんでした')).toBeVisible();
    const rows = failed(page).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await expect(rows.filter({ hasText: 'IMG_0001.HEIC' })).toContainText('互換性優先');
    await expect(rows.filter({ hasText: '書類.pdf' })).toContainText('JPEGかPNG');
    await expect(rows.filter({ has: page.getByRole('img', { name: '壊れた.png' }) })).toContainText(
      '壊れている',
    );
    await rows
      .filter({ hasText: '書類.pdf' })
      .getByRole('button', { name: '一覧から外す' })
      .click();
    await expect(rows).toHaveCount(2);
  });
});

test.describe('a lost connection', () => {
  test.use({ expectConsole: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

  test('is waited out, and the upload continues by itself', async ({ page, context }) => {
    await awake(page);
    await context.setOffline(true);
    await pickPhotos(page, [jpegFile('IMG_offline.jpg', await jpeg())]);
    await expect(said(page, '電波が戻ったら続きを送ります')).toBeVisible();
    await context.setOffline(false);
    await expect(said(page, '1枚を追加しました')).toBeVisible();
  });
});

test('leaving during an upload asks first, afterwards not', async ({ page }) => {
  const hurry = await slowDown(page);
  await pickPhotos(page, [jpegFile('IMG_leaving.jpg', await noise())]);
  await expect(page.getByRole('progressbar', { name: 'IMG_leaving.jpg' }).first()).toBeVisible();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await hurry();
  await expect(said(page, '1枚を追加しました')).toBeVisible();
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
});

test('a photo can be captioned, deleted and restored', async ({ page, world }) => {
  const name = new RegExp(`^${world.cast.resident.name}、.*を大きく見る$`);
  const tiles = page.getByRole('button', { name });
  await awake(page);
  const count = (await tiles.count()) + 1;
  await pickPhotos(page, [jpegFile('IMG_mine.jpg', await jpeg())]);
  await expect(said(page, '1枚を追加しました')).toBeVisible();
  await expect(tiles).toHaveCount(count);
  await tiles.first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('ひとこと').fill('お庭のコスモスの前で');
  await dialog.getByRole('button', { name: '保存する' }).click();
  await expect(dialog.getByText('保存しました')).toBeVisible();
  await dialog.getByRole('button', { name: '削除する' }).click();
  await expect(tiles).toHaveCount(count - 1);
  await page.getByRole('button', { name: '元に戻す' }).click();
  await expect(tiles).toHaveCount(count);
  await expect(page.getByRole('button', { name: /お庭のコスモスの前で/ })).toBeVisible();
});

test(
  'a picture larger than the master is made smaller where data is to be saved',
  RARE,
  async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('save-data', '[true]'));
    await page.reload();
    const original = await jpeg({
      ...{ width: 5000, height: 3000, takenAt: '2026:10:03 10:00:00', orientation: 6, gps: true },
    });
    const large = Buffer.concat([original, Buffer.alloc(2_000_000)]);
    const slot = page.waitForRequest((request) => request.url().endsWith(paths.api.directUploads));
    const made = page.waitForResponse((answer) => answer.url().endsWith(paths.api.items));
    await pickPhotos(page, [jpegFile('IMG_large.jpg', large)]);
    const { blob } = (await slot).postDataJSON() as { blob: { byte_size: number } };
    expect(blob.byte_size).toBeLessThan(large.length / 2);
    const { item } = (await (await made).json()) as { item: Item };
    expect([item.width, item.height, item.takenOn]).toEqual([2458, 4096, '2026-10-03']);
  },
);

test('a panorama that is made smaller keeps its area, as on the server', RARE, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('save-data', '[true]'));
  await page.reload();
  const original = await jpeg({ width: 16_000, height: 1200 });
  const made = page.waitForResponse((answer) => answer.url().endsWith(paths.api.items));
  const large = Buffer.concat([original, Buffer.alloc(4_000_000)]);
  await pickPhotos(page, [jpegFile('IMG_panorama.jpg', large)]);
  const { item } = (await (await made).json()) as { item: Item };
  expect([item.width, item.height]).toEqual([11_217, 841]);
});
