import type { Page } from '@playwright/test';
import { addMonths, firstDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { addPhoto } from './support/photos.ts';
import { PHONE, awake, expect, startSession, test } from './support/story.ts';

test.use(PHONE);

const MONTHS_AGO = 200;

const openFirst = (page: Page) =>
  page
    .getByRole('button', { name: /を大きく見る/ })
    .first()
    .click();

test('a deleted photo says who still has it, goes from all at once, and comes back', async ({
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
  const tiles = page.getByRole('list', { name: '写真' }).getByRole('listitem');
  await expect(tiles).toHaveCount(2);

  await test.step('words for one are offered for both', async () => {
    await openFirst(page);
    const photo = page.getByRole('dialog');
    await photo.getByLabel('ひとこと').fill('ふたりで見た花火');
    await photo.getByRole('button', { name: '保存する' }).click();
    await expect(photo.getByText(/だけを変えました。同じ写真が、.+にもあります/)).toBeVisible();
    await photo.getByRole('button', { name: '2人とも同じにする' }).click();
    await expect(photo.getByText('2人とも同じにしました')).toBeVisible();
    await photo.getByRole('button', { name: '次の写真' }).click();
    await expect(photo.getByLabel('ひとこと')).toHaveValue('ふたりで見た花火');
    await photo.getByRole('button', { name: '閉じる' }).click();
  });

  await test.step('so it is for other clients, by the query too', async () => {
    const asked = `${paths.api.items}?residentId=${resident.id}&yearMonth=${yearMonth}`;
    const { items } = (await (await page.request.get(asked)).json()) as { items: { id: string }[] };
    const answer = await page.request.patch(`${paths.api.item(items[0]?.id ?? '')}?together=true`, {
      headers: { Origin: origin },
      data: { caption: 'みんなで見た花火' },
    });
    expect(await answer.json()).toMatchObject({
      items: [{ caption: 'みんなで見た花火' }, { caption: 'みんなで見た花火' }],
      others: [],
    });
    await page.reload();
    await awake(page);
  });

  await test.step('one is deleted: the words name the other, with a button for both', async () => {
    await openFirst(page);
    await page.getByRole('dialog').getByRole('button', { name: '削除する' }).click();
    await expect(
      page.getByText(/の写真を削除しました。同じ写真が、.+に残っています/),
    ).toBeVisible();
    await expect(tiles).toHaveCount(1);
    await page.getByRole('button', { name: '2人とも削除する' }).click();
    await expect(page.getByText(/・.+の写真を削除しました/)).toBeVisible();
    await expect(tiles).toHaveCount(0);
  });

  await test.step('one press brings both back', async () => {
    await page.getByRole('button', { name: '元に戻す' }).click();
    await expect(tiles).toHaveCount(2);
  });

  await test.step('so it is in 削除した写真, without scripts', async () => {
    await openFirst(page);
    await page.getByRole('dialog').getByRole('button', { name: '削除する' }).click();
    await expect(tiles).toHaveCount(1);
    const plain = await browser.newContext({
      ...PHONE,
      baseURL: origin,
      storageState: await context.storageState(),
      javaScriptEnabled: false,
    });
    const bin = await plain.newPage();
    await bin.goto(paths.deletedItems);
    const binned = bin.getByRole('listitem').filter({ hasText: 'みんなで見た花火' });
    await expect(binned).toHaveCount(1);
    await expect(binned).toContainText('に残っています');
    await binned.getByRole('button', { name: 'からも削除する' }).click();
    await expect(bin.getByRole('status')).toContainText('ほかの1か所からも削除しました');
    await expect(binned).toHaveCount(2);
    await binned.first().getByRole('button', { name: '2人とも元に戻す' }).click();
    await expect(bin.getByRole('status')).toContainText('2枚を元に戻しました');
    await expect(binned).toHaveCount(0);
    await plain.close();
    await page.reload();
    await expect(tiles).toHaveCount(2);
  });
});
