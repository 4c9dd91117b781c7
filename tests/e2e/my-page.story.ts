import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { mailedLink } from './support/letterbox.ts';
import { expectNeat } from './support/neat.ts';
import { RARE, expect, signIn, test } from './support/story.ts';

const NEW_PASSWORD = 'niji-no-kakeru-asa';

const line = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const facts = (page: Page) => page.getByRole('region', { name: '登録内容' });
const sessions = (page: Page) =>
  page.getByRole('region', { name: 'ログイン中の端末' }).getByRole('listitem');

async function openMyPage(page: Page, email: string, password = PASSWORD): Promise<void> {
  await signIn(page, email, password);
  await page.getByRole('link', { name: 'マイページ' }).click();
  await expect(page).toHaveURL(paths.myPage);
}

async function changePassword(page: Page, current: string): Promise<void> {
  await line(page, '今のパスワード').fill(current);
  await line(page, '新しいパスワード').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'パスワードを変える' }).click();
}

test.describe('my page', () => {
  test.use({ expectConsole: /status of 400/ });

  test('lists my sessions, and signs out everywhere else', async ({ page, visitor, world }) => {
    const { email } = world.people.tidy;
    const other = await visitor();
    await openMyPage(other, email);
    await openMyPage(page, email);
    await expect(sessions(page)).toHaveCount(2);
    await expect(sessions(page).first()).toContainText('この端末');
    await expectNeat(page);
    await page.getByRole('button', { name: 'ほかの端末からログアウトする' }).click();
    await expect(page.getByText('ほかの端末からログアウトしました')).toBeAttached();
    await expect(sessions(page)).toHaveCount(1);
    await other.reload();
    await expect(other).toHaveURL(paths.login);
  });

  test('keeps what is typed in one form while another is sent', async ({ page, world }) => {
    await openMyPage(page, world.people.tidy.email);
    await page.goto(paths.editMyPage);
    await line(page, 'お名前').fill('書きかけ');
    await changePassword(page, 'chigau-password');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(line(page, 'お名前')).toHaveValue('書きかけ');
    await expect(line(page, '新しいパスワード')).toHaveValue('');
    // Once; another page begins anew.
    await page.goto(paths.editMyPage);
    await expect(line(page, 'お名前')).not.toHaveValue('書きかけ');
  });

  test('shows the readings of words on every page of staff, and hides them', async ({
    page,
    world,
  }) => {
    await openMyPage(page, world.people.tidy.email);
    await page.getByRole('button', { name: 'ふりがなをつける' }).click();
    await expect(page.locator('rt:visible', { hasText: 'たんまつ' }).first()).toBeVisible();
    await expectNeat(page);

    // What an island draws later has them, too, and React finds the page that it expects.
    await page.getByRole('link', { name: '写真', exact: true }).click();
    await page.getByRole('button', { name: /^写真 ?を/ }).click();
    await expect(page.getByRole('dialog').locator('rt').first()).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'マイページ' }).click();
    await page.getByRole('button', { name: /^ふりがなを ?外/ }).click();
    await expect(page.getByRole('button', { name: 'ふりがなをつける' })).toBeVisible();
    await expect(page.locator('rt')).toHaveCount(0);
  });

  test('changes name and password, with errors next to the fields', async ({ page, world }) => {
    await openMyPage(page, world.people.tidy.email);
    await page.getByRole('link', { name: 'お名前・パスワードを変える' }).click();
    await line(page, 'お名前').fill('吉田 愛子');
    await page.getByRole('button', { name: 'お名前を保存する' }).click();
    await expect(page.getByText('保存しました')).toBeAttached();
    await expect(facts(page)).toContainText('吉田 愛子');

    await page.getByRole('link', { name: 'お名前・パスワードを変える' }).click();
    await changePassword(page, 'chigau-password');
    await expect(line(page, '今のパスワード')).toHaveAccessibleDescription(
      '今のパスワードが違います。',
    );
    await expect(line(page, '新しいパスワード')).toHaveValue('');
    await expect(line(page, 'お名前')).toHaveValue('吉田 愛子');
    await expectNeat(page);
    await changePassword(page, PASSWORD);
    await expect(page.getByText('保存しました')).toBeAttached();
    await page.getByRole('button', { name: 'ログアウト', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(paths.login));
    await openMyPage(page, world.people.tidy.email, NEW_PASSWORD);
  });
});

test.describe('a new e-mail address', () => {
  test.use({ expectConsole: /status of 4(00|10)/ });

  test(
    'takes effect when a button is pressed, not when the link is opened',
    RARE,
    async ({ page, visitor, world }) => {
      const { email } = world.people.moving;
      const moved = 'atarashii@example.jp';
      await openMyPage(page, email);
      await page.getByRole('link', { name: 'メールアドレスを変える' }).click();
      await expectNeat(page);
      await line(page, '新しいメールアドレス').fill(moved);
      await line(page, '今のパスワード').fill('chigau-password');
      await page.getByRole('button', { name: '確認のメールを送る' }).click();
      await expect(line(page, '今のパスワード')).toHaveAccessibleDescription(
        /今のパスワードが違います。/,
      );
      await expect(line(page, '新しいメールアドレス')).toHaveValue(moved);
      await expectNeat(page);
      await line(page, '今のパスワード').fill(PASSWORD);
      await page.getByRole('button', { name: '確認のメールを送る' }).click();
      await expect(page.getByRole('status').filter({ hasText: moved })).toBeVisible();
      await expectNeat(page);

      // A mail scanner opens it first.
      const link = await mailedLink(world, moved, 'メールアドレスの確認');
      const elsewhere = await visitor();
      await elsewhere.goto(link);
      await expect(elsewhere.getByText(moved)).toBeVisible();
      await expectNeat(elsewhere);
      await page.goto(paths.myPage);
      await expect(facts(page)).toContainText(email);

      await elsewhere.getByRole('button', { name: 'このアドレスに変える' }).click();
      await expect(elsewhere.getByText('メールアドレスを変えました。')).toBeVisible();
      await expectNeat(elsewhere);
      // Confirmed while signed out, so every session has ended.
      await page.goto(paths.myPage);
      await expect(page).toHaveURL(paths.login);
      await elsewhere.goto(link);
      await expect(elsewhere.getByRole('alert')).toHaveText('このリンクはもう使われています。');
      await openMyPage(elsewhere, moved);
      await expect(facts(elsewhere)).toContainText(moved);
    },
  );
});

test.describe('without JavaScript', RARE, () => {
  test.use({ javaScriptEnabled: false });

  test('name and password can be changed', async ({ page, world }) => {
    const { email } = world.people.calm;
    await openMyPage(page, email);
    await page.getByRole('link', { name: 'お名前・パスワードを変える' }).click();
    await line(page, 'お名前').fill('井上 結');
    await page.getByRole('button', { name: 'お名前を保存する' }).click();
    await expect(facts(page)).toContainText('井上 結');
    await page.getByRole('link', { name: 'お名前・パスワードを変える' }).click();
    await changePassword(page, PASSWORD);
    await expect(page).toHaveURL(new RegExp(`${paths.myPage}\\?`));
    await page.getByRole('button', { name: 'ログアウト', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(paths.login));
    await openMyPage(page, email, NEW_PASSWORD);
  });
});
