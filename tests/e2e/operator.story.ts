import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { appCode } from '../support/app-code.ts';
import { OPERATOR, operatorLinkIn } from '../support/operator.ts';
import type { TestServer } from '../support/server.ts';
import { BARE_ENV, ROOT, startServer } from '../support/server.ts';
import type { TestSmtp } from '../support/smtp.ts';
import { startSmtp } from '../support/smtp.ts';
import { PHONE, expect, test } from './support/story.ts';

/** A server of its own, on an empty folder. */
let dataDir: string;
let smtp: TestSmtp;
let server: TestServer;
test.beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-first-day-'));
  smtp = await startSmtp();
  server = await startServer(dataDir, settings());
});
test.afterAll(async () => {
  await server.stop();
  await smtp.close();
  await rm(dataDir, { recursive: true, force: true });
});

const settings = () => ({ SMTP_URL: smtp.url, MAIL_FROM: 'つきだより <tayori@example.jp>' });
const line = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '運営者の画面' }).getByRole('link', { name }).click();

async function registerFacility(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await line(page, '施設のお名前').fill('ケアホーム海風');
  await line(page, '電話番号').fill('03-1234-0000');
  await line(page, '郵便番号').fill('104-0061');
  await page.getByLabel('都道府県').selectOption('東京都');
  await line(page, '市区町村').fill('中央区');
  await line(page, '町域').fill('銀座');
  await line(page, '番地・建物名').fill('1-2-3');
  await line(page, 'お名前').fill('山田 太郎');
  await page.getByRole('checkbox', { name: /同意します/ }).check();
  await line(page, 'パスワード').fill('umi-kaze-no-ie-2026');
  await press(page, '登録する');
  await page.waitForURL(server.url + paths.items);
}

test.use({ ...PHONE, javaScriptEnabled: false, expectConsole: /status of 4(00|10)/ });

test('an operator goes through the first day without a shell', async ({ page }) => {
  const link = operatorLinkIn(server.output());
  await page.goto(link);
  await line(page, 'メールアドレス').fill(OPERATOR.email);
  await line(page, 'パスワード').fill('みじかい');
  await press(page, 'アカウントを作る');
  await expect(page.getByRole('alert')).toContainText('あと1か所');
  await line(page, 'パスワード').fill(OPERATOR.password);
  await press(page, 'アカウントを作る');
  // The second step before anything else.
  await expect(page.getByText('二段階の確認が必須です')).toBeVisible();
  await press(page, '認証アプリを登録する');
  const secret = await page.getByLabel('鍵').inputValue();
  await page.getByLabel(/6けたの数字$/).fill(appCode(secret));
  await press(page, '二段階の確認を始める');
  await expect(page.getByRole('status').getByRole('listitem')).toHaveCount(10);
  await page.getByRole('link', { name: 'サーバーの様子へ' }).click();

  await page.getByRole('link', { name: 'メールが届くか確かめる' }).click();
  await press(page, '1通送ってみる');
  await expect(page.getByRole('status')).toContainText('メールサーバーが受け取りました');
  const mailsWith = (words: string) =>
    smtp.received.filter(({ mail }) => mail.text.includes(words)).map(({ to }) => to);
  // Of the second step that was made before.
  await expect.poll(() => mailsWith('認証アプリが登録されました')).toEqual([[OPERATOR.email]]);
  expect(smtp.received).toHaveLength(2);

  await goTo(page, '施設');
  await expect(page.getByText('施設はまだありません。')).toBeVisible();
  await line(page, '最初の管理者のメールアドレス').fill('umikaze@localhost');
  await press(page, '登録のリンクを作る');
  await expect(page.getByRole('alert')).toContainText('あと1か所');
  await expect(page.getByRole('checkbox', { name: 'リンクをこのアドレスに' })).toBeChecked();
  await line(page, '最初の管理者のメールアドレス').fill('umikaze@example.jp');
  await press(page, '登録のリンクを作る');
  const told = await page.getByRole('status').innerText();
  const [signUp = ''] = /https?:\/\/\S+/.exec(told.replaceAll('\n', ' ')) ?? [];
  await expect.poll(() => mailsWith(signUp)).toEqual([['umikaze@example.jp']]);
  await registerFacility(page, signUp);

  await page.goto(server.url + paths.operatorFacilities);
  await page.getByRole('link', { name: 'ケアホーム海風' }).click();
  await page.getByRole('radio', { name: /小さな施設/ }).check();
  await press(page, 'プランを変える');
  await expect(page.getByRole('status').filter({ hasText: '保存しました' })).toBeVisible();
  await expect(page.getByText('小さな施設').first()).toBeVisible();

  await goTo(page, 'バックアップ');
  await expect(page.getByText('まだありません。次の 3 時に')).toBeVisible();
  const env = { ...BARE_ENV, DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, ['commands/backup.ts'], { cwd: ROOT, env });
  await page.reload();
  await expect(page.getByText('そろっています')).toBeVisible();
  await goTo(page, '止まっているもの');
  await expect(page.getByText('送れなかったメールはありません。')).toBeVisible();

  await press(page, 'ログアウト');
  await expect(page.getByRole('status')).toContainText('ログアウトしました');
  await line(page, 'メールアドレス').fill(OPERATOR.email);
  await line(page, 'パスワード').fill(OPERATOR.password);
  await press(page, 'ログイン');
  await page.getByLabel(/6けたの数字$/).fill(appCode(secret, new Date(Date.now() + 30_000)));
  await press(page, 'ログイン');
  await expect(page.getByRole('heading', { name: 'サーバーの様子' })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('もう使われています');
  await server.stop();
  server = await startServer(dataDir, settings());
  await expect.poll(() => server.output()).toContain('listening');
  expect(server.output()).not.toContain('/operator');
});
