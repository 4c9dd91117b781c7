import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { HOUR } from '../support/clock.ts';
import { PASSWORD } from '../support/factories.ts';
import { expectNeat } from './support/neat.ts';
import type { OwnServer } from './support/own-server.ts';
import { startOwnServer } from './support/own-server.ts';
import { PHONE, RARE, expect, test } from './support/story.ts';

/** What an old sign-in asks for, before it does what was pressed. */
let server: OwnServer;
test.beforeAll(async () => {
  server = await startOwnServer();
});
test.afterAll(() => server.stop());

async function anHourLater(page: Page): Promise<void> {
  // Nothing is asked of a server that is away.
  await page.goto('about:blank');
  const created_at = new Date(Date.now() - HOUR).toISOString();
  await server.restart(({ db }) =>
    db.updateTable('sessions').set({ created_at, confirmed_at: null }).execute(),
  );
}

test.use({ ...PHONE, expectConsole: /status of 4(03|22)/ });

test.beforeEach(async ({ page }) => {
  await page.goto(`${server.url}${paths.login}`);
  await page.getByLabel('メールアドレス').fill(server.cast.admin.email);
  await page.getByLabel('パスワード', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
  await expect(page).toHaveURL(`${server.url}${paths.items}`);
});

test(
  'a colleague becomes an admin by what was pressed an hour after the sign-in',
  RARE,
  async ({ page }) => {
    const { name } = server.cast.general;
    await anHourLater(page);
    await page.goto(`${server.url}${paths.staffs}`);
    const card = page.getByRole('listitem').filter({ hasText: name });
    await card.getByText('変更する').click();
    await card.getByRole('button', { name: /管理者にする/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ご本人であることの確認');
    await expectNeat(page);
    const password = page.getByLabel('パスワード', { exact: true });
    await password.fill('chigau-himitsu');
    await page.getByRole('button', { name: '確かめて、役割を変える' }).click();
    await expect(page.getByText('今のパスワードが違います。')).toBeVisible();
    await password.fill(PASSWORD);
    await page.getByRole('button', { name: '確かめて、役割を変える' }).click();
    await expect(page).toHaveURL(`${server.url}${paths.staffs}?saved=1`);
    await expect(card).toContainText('管理者');
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('all letters are downloaded, once it is confirmed', async ({ page }) => {
    await anHourLater(page);
    await page.goto(`${server.url}${paths.facility}`);
    await page.getByRole('link', { name: 'すべて保存する（ZIP）' }).click();
    await page.getByLabel('パスワード', { exact: true }).fill(PASSWORD);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: '確かめて、施設のお便りを受け取る' }).click();
    const file = await (await saved).path();
    expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
    // The page stays, and leads back.
    await expect(page.getByRole('status')).toContainText('確かめました');
    await page.getByRole('link', { name: 'もどる', exact: true }).click();
    await expect(page).toHaveURL(`${server.url}${paths.facility}`);
  });
});
