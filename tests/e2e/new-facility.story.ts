import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { mailedLink } from './support/letterbox.ts';
import { expectNeat } from './support/neat.ts';
import { PHONE, expect, jpegFile, pickPhotos, test } from './support/story.ts';

const NEW_PASSWORD = 'umi-kaze-no-ie-2026';
const SUBJECT = '施設のご登録を続けてください';

const line = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const candidates = (page: Page) =>
  page.getByRole('list', { name: 'この郵便番号の住所' }).getByRole('button');
const submit = (page: Page) => page.getByRole('button', { name: '登録する', exact: true }).click();

async function apply(page: Page, email: string): Promise<void> {
  await page.goto(paths.newHost);
  await line(page, 'メールアドレス').fill(email);
  await page.getByRole('button', { name: 'メールを受け取る' }).click();
  await expect(page.getByRole('heading', { name: 'メールをご確認ください' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();
}

async function introduceFacility(page: Page): Promise<void> {
  await line(page, '施設のお名前').fill('ケアホーム海風');
  await line(page, '電話番号').fill('０３－１２３４－００００');
  await line(page, '番地・建物名').fill('1-2-3');
  await line(page, 'お名前').fill('山田 太郎');
  await page.getByRole('checkbox', { name: /同意します/ }).check();
}

async function startTrial(page: Page): Promise<void> {
  await expect(page).toHaveURL(paths.price);
  await expect(page.getByText('ケアホーム海風の登録が終わりました')).toBeVisible();
  await page.getByRole('radio', { name: /小さな施設/ }).check();
  await page.getByRole('button', { name: 'お試しを始める' }).click();
  await expect(page).toHaveURL(paths.items);
}

test.describe('on a phone', () => {
  test.use({ ...PHONE, expectConsole: /status of 4(00|10)/ });

  test('a new facility gets from an e-mail address to its first photo', async ({ page, world }) => {
    const email = 'umikaze@example.jp';
    await page.goto(paths.newHost);
    await expectNeat(page);
    await apply(page, email);
    await expectNeat(page);

    const link = await mailedLink(world, email, SUBJECT);
    await page.goto(link);
    await submit(page);
    await expect(page.getByRole('alert')).toContainText('あと9か所');
    await expect(line(page, 'お名前')).toHaveAccessibleDescription('お名前を入力してください。');

    await page.waitForLoadState();
    const postcode = line(page, '郵便番号');
    await postcode.fill('6180000');
    await expect(candidates(page)).toHaveCount(2);
    await candidates(page).filter({ hasText: '大阪府三島郡島本町' }).click();
    await expect(page.getByLabel('都道府県')).toHaveValue('大阪府');
    await expectNeat(page);
    await postcode.fill('104-0061');
    await expect(line(page, '町域')).toHaveValue('銀座');
    await expect(page.getByLabel('都道府県')).toHaveValue('東京都');
    await expect(line(page, '市区町村')).toHaveValue('中央区');
    await expect(candidates(page)).toHaveCount(0);
    await expect(page.getByText('郵便番号は7桁の数字で入力してください。')).toHaveCount(0);

    await introduceFacility(page);
    await line(page, 'パスワード').fill(NEW_PASSWORD);
    await submit(page);
    await expect(page).toHaveURL(paths.price);
    await expectNeat(page);
    await startTrial(page);

    await pickPhotos(page, [jpegFile('IMG_first.jpg', await jpeg())], '施設全体');
    await expect(page.getByText('1枚を追加しました')).toBeVisible();
    await expect(page.getByRole('button', { name: /を大きく見る$/ })).toHaveCount(1);

    await page.goto(link);
    await expect(page.getByRole('alert')).toHaveText('このリンクはもう使われています。');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectConsole: /status of 400/ });

  test('a new facility looks up its address by buttons and starts its trial', async ({
    page,
    world,
  }) => {
    const email = 'yamanoie@example.jp';
    await apply(page, email);
    await page.goto(await mailedLink(world, email, SUBJECT));

    await introduceFacility(page);
    await line(page, '番地・建物名').fill('');
    await line(page, 'パスワード').fill(NEW_PASSWORD);
    await line(page, '郵便番号').fill('６１８-００００');
    await page.getByRole('button', { name: '住所を調べる' }).click();
    await expect(page.getByText('この郵便番号の住所は2件あります')).toBeVisible();
    await candidates(page).filter({ hasText: '大阪府三島郡島本町' }).click();
    await expect(candidates(page).filter({ hasText: '大阪府' })).toHaveAttribute('aria-current');
    await expect(page.getByLabel('都道府県')).toHaveValue('大阪府');
    await expect(line(page, '市区町村')).toHaveValue('三島郡島本町');
    await expect(line(page, '施設のお名前')).toHaveValue('ケアホーム海風');
    await expect(page.getByRole('checkbox', { name: /同意します/ })).toBeChecked();
    await expect(line(page, 'パスワード')).toHaveValue('');

    await submit(page);
    await expect(page.getByRole('alert')).toContainText('あと2か所');
    await expect(line(page, '郵便番号')).toHaveValue('618-0000');
    await line(page, '番地・建物名').fill('島本1-1');
    await line(page, 'パスワード').fill(NEW_PASSWORD);
    await submit(page);
    await startTrial(page);
    await expect(page.getByRole('navigation', { name: '入居者' })).toContainText('施設全体');
  });
});
