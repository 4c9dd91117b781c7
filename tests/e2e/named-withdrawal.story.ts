import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { PASSWORD } from '../support/factories.ts';
import { jpeg } from '../support/pictures.ts';
import { expectNeat } from './support/neat.ts';
import type { OwnServer } from './support/own-server.ts';
import { startOwnServer } from './support/own-server.ts';
import { PHONE, RARE, expect, jpegFile, pickPhotos, test, tokensOf } from './support/story.ts';

// A photo that is hidden is not found.
test.use({ ...PHONE, expectConsole: /404/ });

let server: OwnServer;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startOwnServer({}, (rt, { host }) =>
    rt.db.insertInto('delivery_settings').values({ host_id: host.id, early_look: 1 }).execute(),
  );
});

test.afterAll(() => server.stop());

/** Names a person on the only photo of 施設全体. */
const name = (page: Page, residentId: string) =>
  page.evaluate(async (id) => {
    const list = await fetch('/api/v1/actions/items?residentId=none');
    const { items } = (await list.json()) as { items: { id: string }[] };
    const answer = await fetch(`/api/v1/actions/items/${items[0]?.id}/people`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ residentIds: [id] }),
    });
    return answer.status;
  }, residentId);

test(
  'a photo of the whole facility goes from all letters with the consent of who is on it',
  RARE,
  async ({ page, browser }) => {
    const { admin, resident, family, neighbour } = server.cast;
    await page.goto(server.url + paths.login);
    await page.getByLabel('メールアドレス').fill(admin.email);
    await page.getByLabel('パスワード', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'ログイン', exact: true }).click();
    await expect(page).toHaveURL(server.url + paths.items);
    await pickPhotos(page, [jpegFile('1.jpg', await jpeg())], '施設全体');
    await expect(page.getByText('1枚を追加しました')).toBeVisible();
    expect(await name(page, neighbour.id)).toBe(200);

    const reader = await browser.newContext({ ...PHONE, javaScriptEnabled: false });
    const letter = await reader.newPage();
    const month = yearMonthOf(civilDateOf(new Date()));
    const address = server.url + paths.letter(month, tokensOf(resident, family));
    const photos = letter.locator('main img');
    await expect(async () => {
      await letter.goto(address);
      await expect(photos).toHaveCount(1);
    }).toPass();
    const file = new URL((await photos.getAttribute('src')) ?? '', server.url).href;
    const status = async () => (await reader.request.get(file)).status();
    expect(await status()).toBe(200);

    await test.step('the consent of who was named is taken back', async () => {
      await page.goto(server.url + paths.resident(neighbour.id));
      await page.getByText('くわしく書く').click();
      await page.getByRole('radio', { name: /^載せない/ }).check();
      await page.getByRole('button', { name: 'お返事を記録する' }).click();
      await expect(
        page.getByRole('heading', { name: 'これまでの写真をどうしますか' }),
      ).toBeVisible();
      await expectNeat(page);
      await letter.goto(address);
      await expect(photos).toHaveCount(0);
      expect(await status()).toBe(404);
    });

    await test.step('and it stays away once an admin has decided so', async () => {
      await page.getByRole('radio', { name: /^すべて削除する/ }).check();
      await page.getByRole('button', { name: 'この扱いにする' }).click();
      await expect(page.getByText('写真の扱いを決めました')).toBeVisible();
      await letter.goto(address);
      await expect(photos).toHaveCount(0);
      expect(await status()).toBe(404);
    });
    await reader.close();
  },
);
