import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { appCode } from '../support/app-code.ts';
import { PASSWORD } from '../support/factories.ts';
import { enrol } from '../support/second-step.ts';
import type { OwnServer } from './support/own-server.ts';
import { startOwnServer } from './support/own-server.ts';
import { PHONE, expect, test } from './support/story.ts';

let server: OwnServer;
test.beforeAll(async () => {
  server = await startOwnServer({}, (rt, { general: { id, host_id: hostId, email } }) =>
    enrol(rt, { holder: { hostId, staffId: id }, email }),
  );
});
test.afterAll(() => server.stop());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const code = (page: Page) => page.getByLabel(/6けたの数字$/);

async function typePassword(page: Page, email: string): Promise<void> {
  await page.context().clearCookies({ name: /_token/ });
  await page.goto(`${server.url}${paths.login}`);
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(PASSWORD);
  await press(page, 'ログイン');
}

/** The next period's: each code works once. */
async function typeNextCode(page: Page, secret: string): Promise<void> {
  await code(page).fill(appCode(secret, new Date(Date.now() + 30_000)));
}

test.describe('without JavaScript', () => {
  test.use({ ...PHONE, javaScriptEnabled: false, expectConsole: /status of 4(00|03)/ });

  test('a colleague has lost phone and codes, and asks an admin', async ({ page }) => {
    const { admin, general } = server.cast;
    await typePassword(page, general.email);
    await expect(page.getByText(/予備のコードもないときは、施設の管理者に直接/)).toBeVisible();
    await typePassword(page, admin.email);
    await page.goto(`${server.url}${paths.staffs}`);
    await page.getByText('変更する').nth(1).click();
    await page.getByLabel(/直接お会いして/).check();
    await press(page, '二段階の確認を外す');
    await expect(page.getByRole('status')).toHaveText(/パスワードだけでログインできます/);
    await typePassword(page, general.email);
    await expect(page).toHaveURL(`${server.url}${paths.items}`);
  });

  test('an admin asks all for a second step, and makes one', async ({ page }) => {
    const { email } = server.cast.admin;
    await typePassword(page, email);
    await page.goto(`${server.url}${paths.askSecondStep}`);
    await page.getByLabel(/職員全員に必須/).check();
    await press(page, '保存する');

    // Led there before anything else.
    await page.goto(`${server.url}${paths.items}`);
    await expect(page).toHaveURL(`${server.url}${paths.mySignIn}`);
    await expect(page.getByText('二段階の確認が必須です')).toBeVisible();
    await press(page, '認証アプリを登録する');
    const secret = await page.getByLabel('鍵').inputValue();
    await code(page).fill('000000');
    await press(page, '二段階の確認を始める');
    await expect(code(page)).toHaveAccessibleDescription(/違います/);
    await code(page).fill(appCode(secret));
    await press(page, '二段階の確認を始める');
    const codes = page.getByRole('status').getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const [recovery = ''] = await codes.allInnerTexts();

    await typePassword(page, email);
    await code(page).fill('12345');
    await press(page, 'ログイン');
    await expect(code(page)).toHaveAccessibleDescription(/6けたの数字か、予備のコード/);
    await typeNextCode(page, secret);
    await page.getByLabel(/30日間たずねない/).check();
    await press(page, 'ログイン');
    await expect(page).toHaveURL(`${server.url}${paths.items}`);

    // Remembered, until it is not.
    await typePassword(page, email);
    await expect(page).toHaveURL(`${server.url}${paths.items}`);
    await page.goto(`${server.url}${paths.mySignIn}`);
    await page.getByRole('button', { name: /たずねるようにする/ }).click();
    await typePassword(page, email);
    await code(page).fill(recovery);
    await press(page, 'ログイン');
    await page.goto(`${server.url}${paths.mySignIn}`);
    await expect(page.getByText(/予備のコードは9個/)).toBeVisible();
  });
});
