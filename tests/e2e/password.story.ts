import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { mailedLink } from './support/letterbox.ts';
import { expectNeat } from './support/neat.ts';
import { RARE, expect, signInByHand, startSession, test } from './support/story.ts';

const NEW_PASSWORD = 'kumo-no-ue-no-sanpo';
const SUBJECT = 'パスワードの再設定';

const newPassword = (page: Page) => page.getByRole('textbox', { name: '新しいパスワード' });

/** From the login page to the mail. */
async function forgetPassword(page: Page, email: string): Promise<void> {
  await page.goto(paths.login);
  await page.getByRole('link', { name: 'パスワードをお忘れの方' }).click();
  await page.getByRole('textbox', { name: 'メールアドレス' }).fill(email);
  await page.getByRole('button', { name: 'メールを受け取る' }).click();
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await newPassword(page).fill(password);
  await page.getByRole('button', { name: 'このパスワードにする' }).click();
}

test.describe('a forgotten password', () => {
  test.use({ expectConsole: /status of 4(00|01|10)/ });

  test(
    'is replaced through a mailed link, which signs out every other browser',
    RARE,
    async ({ page, visitor, world }) => {
      const { email } = world.people.forgetful;
      const other = await visitor();
      await signInByHand(other, email);
      await expect(other).toHaveURL(paths.items);

      await page.goto(paths.newPassword);
      await expectNeat(page);
      await forgetPassword(page, email);
      await expectNeat(page);
      const link = await mailedLink(world, email, SUBJECT);
      await page.goto(link);
      await choosePassword(page, 'mijikai');
      await expect(newPassword(page)).toHaveAccessibleDescription(/12文字以上、128文字以内/);
      await expectNeat(page);
      await choosePassword(page, NEW_PASSWORD);
      await expect(page).toHaveURL(new RegExp(`^[^?]*${paths.login}\\?`));
      await expect(page.getByText('パスワードを変えました。')).toBeVisible();
      await expectNeat(page);

      await other.getByRole('link', { name: 'マイページ' }).click();
      await expect(other).toHaveURL(paths.login);
      await signInByHand(other, email);
      await expect(other.getByRole('alert')).toContainText('メールアドレスかパスワードが違います');
      await signInByHand(other, email, NEW_PASSWORD);
      await expect(other).toHaveURL(paths.myPage);

      await page.goto(link);
      await expect(page.getByRole('alert')).toHaveText('このリンクはもう使われています。');
      await expect(page.getByRole('link', { name: 'もう一度メールを受け取る' })).toBeVisible();
    },
  );
});

test('a mail about the account leads its signed-in reader to a new password', async ({
  page,
  visitor,
  world,
}) => {
  const email = world.sharing.admin;
  const other = await visitor();
  await startSession(other, email);
  await startSession(page, email);
  await page.goto(paths.newPassword);
  await expect(page.getByText('確認を待っているお申し込みを取り消します')).toBeVisible();
  await page.getByRole('button', { name: 'すべてログアウトして、メールを受け取る' }).click();
  await expect(page.getByText('すべての端末からログアウトし')).toBeVisible();
  await expectNeat(page);
  await other.goto(paths.items);
  await expect(other).toHaveURL(paths.login);
  await page.goto(await mailedLink(world, email, SUBJECT));
  await expect(newPassword(page)).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a forgotten password can be replaced', async ({ page, world }) => {
    const { email } = world.people.patient;
    await forgetPassword(page, email);
    await page.goto(await mailedLink(world, email, SUBJECT));
    await expect(page.getByRole('button', { name: '入力した文字を見る' })).toHaveCount(0);
    await choosePassword(page, NEW_PASSWORD);
    await signInByHand(page, email, NEW_PASSWORD);
    await expect(page).toHaveURL(paths.items);
  });
});
