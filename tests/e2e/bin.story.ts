import type { Page } from '@playwright/test';
import { addMonths, firstDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import type { World } from '../support/world.ts';
import { addPhoto, captions, expectCaptions } from './support/photos.ts';
import { PHONE, RARE, awake, expect, openNotices, startSession, test } from './support/story.ts';

test.use(PHONE);

/** A month per story, since they share a facility. */
let months = 0;

async function openMonth(
  page: Page,
  world: World,
  baseURL = '',
  texts: readonly string[] = [],
  bytes?: Buffer,
): Promise<string> {
  months += 1;
  const yearMonth = addMonths(world.yearMonth, -60 - months - 20 * test.info().workerIndex);
  await startSession(page, world.cast.general.email);
  for (const caption of texts) {
    await addPhoto(page.request, baseURL, {
      residentId: world.cast.neighbour.id,
      takenOn: firstDayOf(yearMonth),
      caption,
      ...(bytes && { bytes }),
    });
  }
  const address = `${paths.items}?yearMonth=${yearMonth}`;
  await page.goto(address);
  await awake(page);
  return address;
}

async function deleteFirst(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /を大きく見る/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: '削除する' }).click();
  await expect(page.getByText('写真を削除しました')).toBeVisible();
}

const binned = (page: Page, caption: string) =>
  page
    .getByRole('list', { name: '削除した写真' })
    .getByRole('listitem')
    .filter({ hasText: caption });

test('a photo deleted by mistake is found after a reload, without scripts', async ({
  page,
  browser,
  context,
  world,
  baseURL,
}) => {
  const address = await openMonth(page, world, baseURL, ['消えた花', '残った花']);
  const count = (at: Page) =>
    at
      .getByRole('navigation', { name: '入居者' })
      .getByRole('link', { name: world.cast.neighbour.name });
  await expect(count(page)).toContainText('2');
  const [first = ''] = await captions(page);
  await deleteFirst(page);
  await expect(count(page)).toContainText('1');
  await page.reload();
  await expect(page.getByRole('button', { name: '元に戻す' })).toHaveCount(0);

  const state = await context.storageState();
  const plain = await browser.newContext({
    ...PHONE,
    baseURL: baseURL ?? '',
    storageState: state,
    javaScriptEnabled: false,
  });
  const colleague = await plain.newPage();
  await colleague.goto(address);
  await openNotices(colleague);
  await colleague.getByRole('link', { name: /^削除した写真/ }).click();
  await expect(colleague).toHaveURL(paths.deletedItems);
  await expect(binned(colleague, first)).toContainText(`${world.cast.neighbour.name}様`);
  await expect(binned(colleague, first)).toContainText('まで戻せます');
  await expect(binned(colleague, first)).toContainText('ご家族にすぐ見えます');
  await binned(colleague, first)
    .getByRole('button', { name: /元に戻す/ })
    .click();
  await expect(colleague.getByRole('status')).toContainText('1枚を元に戻しました');
  await expect(binned(colleague, first)).toHaveCount(0);
  await plain.close();

  await page.reload();
  await expect(page.getByRole('button', { name: /を大きく見る/ })).toHaveCount(2);
  await expect(count(page)).toContainText('2');
});

test(
  'the notice links there, and several are restored at once',
  RARE,
  async ({ page, world, baseURL }) => {
    const address = await openMonth(page, world, baseURL, ['う', 'い', 'あ']);
    await page.getByRole('button', { name: '選ぶ', exact: true }).click();
    await page.getByRole('button', { name: 'この日をすべて選ぶ' }).click();
    await page
      .getByRole('group', { name: '選んだ写真' })
      .getByRole('button', { name: '削除' })
      .click();
    await expect(page.getByText('3枚を削除しました')).toBeVisible();
    const notice = page.getByRole('region', { name: '写真の追加' });
    await expect(notice.getByRole('button', { name: '元に戻す' })).toBeVisible();
    await notice.getByRole('link', { name: '削除した写真' }).click();
    await expect(page).toHaveURL(paths.deletedItems);
    for (const text of ['あ', 'い', 'う']) await expect(binned(page, text)).toHaveCount(1);
    await page.getByRole('button', { name: /枚をすべて元に戻す/ }).click();
    await expect(page.getByText(/\d枚を元に戻しました/)).toBeVisible();
    await page.goto(address);
    await expectCaptions(page, 'あいう');
  },
);

test.describe('the same picture, added meanwhile', () => {
  test.use({ expectConsole: /status of 409/ });

  test('is reported in words, and is not duplicated', RARE, async ({ page, world, baseURL }) => {
    const bytes = await jpeg();
    const address = await openMonth(page, world, baseURL, ['はじめの花'], bytes);
    await deleteFirst(page);
    const yearMonth = Number(address.slice(-6));
    await addPhoto(page.request, baseURL ?? '', {
      residentId: world.cast.neighbour.id,
      takenOn: firstDayOf(yearMonth),
      caption: 'あとの花',
      bytes,
    });
    await page.goto(paths.deletedItems);
    await binned(page, 'はじめの花')
      .getByRole('button', { name: /元に戻す/ })
      .click();
    await expect(page.getByRole('alert')).toContainText('もう一度追加されています');
    await page.goto(address);
    await expectCaptions(page, 'あとの花');
  });
});
