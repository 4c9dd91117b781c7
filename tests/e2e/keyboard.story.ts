import type { Page } from '@playwright/test';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { press, tabTo, type } from './support/keys.ts';
import { mailedLink } from './support/letterbox.ts';
import { RARE, expect, startSession, test } from './support/story.ts';

/** From the mail's file to the one-time link, then by keyboard. */
const SIGN_UP_SUBJECT = '施設のご登録を続けてください';

async function enter(page: Page, email: string): Promise<void> {
  await page.goto(paths.login);
  await type(page, 'メールアドレス', email);
  await type(page, 'パスワード', PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.items);
}

test('an admin signs in, adds a resident and a family, and writes the letter by keyboard alone', async ({
  page,
  world,
}) => {
  await enter(page, world.cast.otherAdmin.email);

  await press(page, '入居者一覧');
  await expect(page).toHaveURL(paths.residents);
  await press(page, '入居者を追加する');
  await expect(page).toHaveURL(paths.newResident);
  await type(page, 'お名前', '木下 トメ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '追加しました' })).toBeVisible();

  await press(page, 'ご家族を追加する');
  await expect(page).toHaveURL(new RegExp(paths.newFamily));
  await type(page, 'ご家族のお名前', '木下 一郎');
  await tabTo(page, 'メール');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^リンク/ })).toBeChecked();
  await press(page, '追加する');
  await expect(page.getByRole('region', { name: 'お届け先' })).toContainText('木下 一郎');

  await press(page, 'お便り一覧');
  await expect(page).toHaveURL(paths.adminLetters);
  await page.goto(paths.adminLetter(world.yearMonth));
  await type(page, '題名', '鍵盤だけで書いたお便り');
  await type(page, 'ごあいさつ', '朝晩が冷えるようになりました。');
  await press(page, '保存する');
  await expect(page.getByText('保存しました')).toBeAttached();
  await page.reload();
  await expect(page.getByLabel('題名')).toHaveValue('鍵盤だけで書いたお便り');
});

test.describe('signing up', () => {
  test.use({ expectConsole: /status of 400/ });

  test(
    'a facility signs up by keyboard alone, also after a mistake',
    RARE,
    async ({ page, world }) => {
      const email = 'kenban@example.jp';
      await page.goto(paths.newHost);
      await type(page, 'メールアドレス', email);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'メールをご確認ください' })).toBeVisible();

      await page.goto(await mailedLink(world, email, SIGN_UP_SUBJECT));
      await press(page, '登録する');
      // The error summary has the focus, so that it is read next.
      await expect(page.getByRole('alert')).toBeFocused();
      await page.waitForLoadState();
      // By the name of each field.
      await press(page, '施設のお名前');
      await expect(page.getByLabel('施設のお名前')).toBeFocused();
      await page.keyboard.type('ケアホーム鍵盤');
      await type(page, '電話番号', '03-1234-0000');
      await type(page, '郵便番号', '104-0061');
      await expect(page.getByLabel('町域')).toHaveValue('銀座');
      await type(page, '番地・建物名', '1-2-3');
      await type(page, 'お名前', '山田 花子');
      await type(page, 'パスワード', 'mado-no-soto-2026');
      await tabTo(page, '利用規約');
      await page.keyboard.press('Space');
      await press(page, '登録する');
      await expect(page).toHaveURL(paths.price);
      // Radio buttons are one stop; the arrows select.
      await tabTo(page, '標準');
      await page.keyboard.press('ArrowUp');
      await expect(page.getByRole('radio', { name: /小さな施設/ })).toBeChecked();
      await press(page, 'お試しを始める');
      await expect(page).toHaveURL(paths.items);
    },
  );
});

test.describe('two admins writing at once', () => {
  test.use({ expectConsole: /status of 409/ });

  test(
    'by keyboard alone, one learns of the other and keeps both texts',
    RARE,
    async ({ page, visitor, world }) => {
      const { first, second } = world.beginners;
      const letter = paths.adminLetter(yearMonthOf(civilDateOf(new Date())));
      await enter(page, first.email);
      await page.goto(letter);
      const other = await visitor();
      await startSession(other, second.email);
      await other.goto(letter);
      await other.getByLabel('ごあいさつ').fill('庭に霜がおりました。');
      await other.getByRole('button', { name: '保存する', exact: true }).click();
      await expect(other.getByText('お便りを保存しました')).toBeAttached();

      await type(page, 'ごあいさつ', '湯たんぽを出しました。');
      await press(page, '保存する');
      await expect(page.getByRole('alert')).toContainText('ほかの方が先に保存した');
      await expect(page.getByRole('region', { name: 'ほかの方が保存した内容' })).toContainText(
        '霜',
      );
      await type(page, 'ごあいさつ', '庭に霜がおりました。湯たんぽを出しました。');
      await press(page, '保存する');
      await expect(page.getByText('お便りを保存しました')).toBeAttached();
      await page.reload();
      await expect(page.getByLabel('ごあいさつ')).toHaveValue(/霜.*湯たんぽ/);
    },
  );
});
