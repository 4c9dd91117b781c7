import type { Page } from '@playwright/test';
import { addMonths, firstDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { addPhoto } from './support/photos.ts';
import { countCost } from './support/presses.ts';
import { PHONE, RARE, awake, expect, jpegFile, startSession, test } from './support/story.ts';

test.use(PHONE);

const MONTHS_AGO = 200;

const tilesOf = (page: Page) => page.getByRole('list', { name: '写真' }).getByRole('listitem');
const openPhoto = (page: Page, at = 0) =>
  tilesOf(page)
    .nth(at)
    .getByRole('button', { name: /を大きく見る/ })
    .click();
const sheet = (page: Page) => page.getByRole('dialog').first();
/** Names whom an act is meant for. */
const answer = (page: Page, name: string) =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();

test('a photo of two is one tile, changed and deleted for both, and comes back', async ({
  page,
  browser,
  context,
  world,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const { resident, neighbour, general } = world.cast;
  const yearMonth = addMonths(world.yearMonth, -MONTHS_AGO - test.info().workerIndex);
  await startSession(page, general.email);
  await addPhoto(page.request, origin, {
    residentIds: [resident.id, neighbour.id],
    takenOn: firstDayOf(yearMonth),
    caption: 'ふたりの花火',
  });
  await page.goto(`${paths.items}?yearMonth=${yearMonth}`);
  await awake(page);
  await expect(tilesOf(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1枚');

  await test.step('words are for both, and can be taken back', async () => {
    await openPhoto(page);
    const photo = sheet(page);
    await photo.getByLabel('ひとこと').fill('ふたりで見た花火');
    await photo.getByRole('button', { name: '保存する' }).click();
    await answer(page, '2人とも');
    await expect(photo.getByText('保存しました')).toBeVisible();
    await photo.getByRole('button', { name: '閉じる' }).click();
    await page.getByRole('button', { name: '元に戻す' }).click();
    await expect(page.getByText('ひとことを元に戻しました')).toBeVisible();
  });

  await test.step('so it is for other clients, by the query too', async () => {
    const asked = `${paths.api.items}?together=true&yearMonth=${yearMonth}`;
    const { items, count } = (await (await page.request.get(asked)).json()) as {
      items: { id: string; people: { residentId: string; caption: string }[] }[];
      count: number;
    };
    expect(count).toBe(1);
    expect(items[0]?.people.map(({ caption }) => caption)).toEqual([
      'ふたりの花火',
      'ふたりの花火',
    ]);
    const changed = await page.request.patch(
      `${paths.api.item(items[0]?.id ?? '')}?together=true`,
      { headers: { Origin: origin }, data: { caption: 'みんなで見た花火' } },
    );
    expect(await changed.json()).toMatchObject({
      items: [{ caption: 'みんなで見た花火' }, { caption: 'みんなで見た花火' }],
      others: [],
    });
    await page.reload();
    await awake(page);
  });

  await test.step('deleted for one, it is the other’s; for both, it is gone and comes back', async () => {
    await openPhoto(page);
    await sheet(page).getByRole('button', { name: '削除する' }).click();
    await answer(page, 'お一人ずつ選ぶ');
    const asked = page.getByRole('dialog').last();
    await asked.getByRole('checkbox', { name: neighbour.name }).click();
    await answer(page, '選んだ1人だけ');
    await expect(
      page.getByText(/の写真を削除しました。同じ写真が、.+に残っています/),
    ).toBeVisible();
    await expect(tilesOf(page)).toHaveCount(1);
    await page.getByRole('button', { name: '元に戻す' }).click();
    await expect(page.getByText('写真を元に戻しました')).toBeVisible();
    await openPhoto(page);
    await sheet(page).getByRole('button', { name: '削除する' }).click();
    await answer(page, '2人とも');
    await expect(page.getByText(/・.+の写真を削除しました/)).toBeVisible();
    await expect(tilesOf(page)).toHaveCount(0);
    await page.getByRole('button', { name: '元に戻す' }).click();
    await expect(tilesOf(page)).toHaveCount(1);
  });

  await test.step('so it is in 削除した写真, without scripts', async () => {
    await openPhoto(page);
    await sheet(page).getByRole('button', { name: '削除する' }).click();
    await answer(page, '2人とも');
    await expect(tilesOf(page)).toHaveCount(0);
    const plain = await browser.newContext({
      ...PHONE,
      baseURL: origin,
      storageState: await context.storageState(),
      javaScriptEnabled: false,
    });
    const bin = await plain.newPage();
    await bin.goto(paths.deletedItems);
    const binned = bin.getByRole('listitem').filter({ hasText: 'みんなで見た花火' });
    await binned.first().getByRole('button', { name: '2人とも元に戻す' }).click();
    await expect(bin.getByRole('status')).toContainText('元に戻しました');
    await expect(binned).toHaveCount(0);
    await plain.close();
    await page.reload();
    await expect(tilesOf(page)).toHaveCount(1);
  });
});

const EVENT = { photos: 12, people: 8 };

test(
  'an event of twelve photos with eight people each is a few presses on a phone',
  RARE,
  async ({ page, context, world }) => {
    await startSession(page, world.large.general.email);
    const cost = await countCost(context, page);
    const told: string[] = [];
    const count = async (what: string, work: () => Promise<void>): Promise<void> => {
      const before = cost.presses;
      await test.step(what, work);
      told.push(`${what}: ${cost.presses - before}`);
    };
    await page.goto(paths.items);
    await awake(page);
    const before = await tilesOf(page).count();

    await count('twelve photos of eight, at once', async () => {
      const files = Array.from({ length: EVENT.photos }, async (_, n) =>
        jpegFile(`IMG_${n}.jpg`, await jpeg()),
      );
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: /写真を撮る・選ぶ/ }).click();
      const who = page.getByRole('dialog');
      await who.getByRole('button', { name: /いっしょに/ }).click();
      for (let n = 0; n < EVENT.people; n += 1) await who.getByRole('checkbox').nth(n).click();
      await who.getByRole('button', { name: `${EVENT.people}人の写真にする` }).click();
      await (await chooser).setFiles(await Promise.all(files));
      await expect(tilesOf(page)).toHaveCount(before + EVENT.photos, { timeout: 60_000 });
    });

    await count('two captions', async () => {
      await openPhoto(page);
      for (const words of ['夏まつりの輪', 'みんなで盆踊り']) {
        await sheet(page).getByLabel('ひとこと').fill(words);
        await sheet(page).getByRole('button', { name: '保存する' }).click();
        await answer(page, `${EVENT.people}人とも`);
        await expect(sheet(page).getByText('保存しました')).toBeVisible();
        await sheet(page).getByRole('button', { name: '次の写真' }).click();
      }
    });

    await count('one wrong person', async () => {
      await sheet(page).getByRole('button', { name: '削除する' }).click();
      await answer(page, 'お一人ずつ選ぶ');
      await page.getByRole('dialog').last().getByRole('checkbox').last().click();
      await answer(page, '選んだ1人だけ');
      await expect(page.getByText(/に残っています/)).toBeVisible();
    });

    await count('one photo deleted', async () => {
      await openPhoto(page, 3);
      await sheet(page).getByRole('button', { name: '削除する' }).click();
      await answer(page, `${EVENT.people}人とも`);
      await expect(tilesOf(page)).toHaveCount(before + EVENT.photos - 1);
    });

    const all = `presses: ${told.join('; ')}; in all: ${cost.presses}`;
    test.info().annotations.push({ type: 'presses', description: all });
    console.info(all);
    expect(cost.presses).toBeLessThanOrEqual(25);
  },
);
