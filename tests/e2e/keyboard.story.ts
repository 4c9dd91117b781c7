import type { Page } from '@playwright/test';
import { paths } from '../../src/lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { expect, test } from './support/story.ts';

const MOST_TABS = 150;

/** Presses Tab until what has this name has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let n = 0; n < MOST_TABS; n++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      const area = element instanceof HTMLTextAreaElement ? element.labels[0] : undefined;
      return (label ?? area ?? element)?.textContent.replace(/\s+/g, ' ').trim();
    });
    if (focused?.startsWith(name)) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

const press = async (page: Page, name: string): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
};

const type = async (page: Page, name: string, text: string): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
};

test('an admin signs in, adds a resident and a family, and writes the letter by keyboard alone', async ({
  page,
  world,
}) => {
  await page.goto(paths.login);
  await type(page, 'メールアドレス', world.cast.otherAdmin.email);
  await type(page, 'パスワード', PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.items);

  await press(page, '入居者一覧');
  await expect(page).toHaveURL(paths.residents);
  await press(page, '入居者を追加する');
  await expect(page).toHaveURL(paths.newResident);
  await type(page, 'お名前', '木下 トメ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '追加しました' })).toBeVisible();

  await press(page, 'お届け先を登録する');
  await expect(page).toHaveURL(new RegExp(paths.newFamily));
  await type(page, 'ご家族のお名前', '木下 一郎');
  await tabTo(page, 'メール');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^リンク/ })).toBeChecked();
  await press(page, '追加する');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('木下 一郎');

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
