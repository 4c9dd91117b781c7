import { paths } from '#lib/paths.ts';
import { expect, startSession, test } from './support/story.ts';

test.use({ javaScriptEnabled: false, expectConsole: /404/ });

test('an admin changes the telephone number, and returns by the menu from a missing page', async ({
  page,
  world,
}) => {
  // The first facility's number is checked by other stories.
  await startSession(page, world.cast.otherAdmin.email);
  await page.goto(paths.dashboard);
  await page.getByText('ご利用状況').first().click();
  await expect(page.getByRole('region', { name: 'ご利用状況' })).toContainText('50人まで');
  await page.getByRole('navigation', { name: 'メニュー' }).getByText('施設・お届け').click();
  await page.getByRole('textbox', { name: '電話番号' }).fill('０３－９９９９－０００１');
  await page.getByRole('textbox', { name: '郵便番号' }).fill('104-0061');
  await page.getByLabel('都道府県').selectOption('東京都');
  await page.getByLabel('市区町村').fill('中央区');
  await page.getByLabel('番地・建物名').fill('1-2-3');
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByText('保存しました')).toBeAttached();
  await expect(page.getByLabel('電話番号')).toHaveValue('03-9999-0001');

  await page.goto('/adminstaff/no-such-page');
  await expect(page.getByText('This page could not be found')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'メニュー' })).toBeAttached();
});
