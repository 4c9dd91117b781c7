import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { expectNeat } from './support/neat.ts';
import { PHONE, RARE, expect, startSession, test } from './support/story.ts';

const BODY = '料金と、始めるまでの日数を教えてください。\n写真は職員が撮ります。';

const line = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

// The page is a plain form, and works without JavaScript.
test.use({ javaScriptEnabled: false, expectConsole: /status of 400/, ...PHONE });

test('a visitor sends a question, fixes an error, and learns what happens next', async ({
  page,
}) => {
  await page.goto(paths.login);
  await page.getByRole('link', { name: 'お問い合わせ' }).first().click();
  await expect(page).toHaveURL(paths.contact);
  // The honeypot is invisible, unannounced and unreachable.
  await expect(page.getByRole('textbox')).toHaveCount(3);
  await expect(page.locator('[name="remarks"]')).toBeHidden();
  await line(page, 'お問い合わせの内容').fill(BODY);
  await line(page, 'メールアドレス').fill('ichiro＠example');
  await page.getByRole('button', { name: '送る' }).click();

  await expect(line(page, 'お名前')).toHaveAccessibleDescription('お名前を入力してください。');
  await expect(line(page, 'メールアドレス')).toHaveAccessibleDescription(/形を確かめてください/);
  await expect(line(page, 'お問い合わせの内容')).toHaveValue(BODY);
  await line(page, 'お名前').fill('田中 一郎');
  await line(page, 'メールアドレス').fill('ichiro@example.jp');
  await page.getByRole('button', { name: '送る' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('お問い合わせを受け付けました');
  await expect(page.getByRole('status')).toContainText(
    /3営業日以内に\s*ichiro@example\.jp\s*あてに/,
  );
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('お問い合わせを受け付けました');
});

test("a colleague's name and address are filled in", async ({ page, world }) => {
  await startSession(page, world.cast.general.email);
  await page.goto(paths.contact);
  await expect(line(page, 'お名前')).toHaveValue(world.cast.general.name);
  await expect(line(page, 'メールアドレス')).toHaveValue(world.cast.general.email);
});

test.describe('in either state', () => {
  test.use({ javaScriptEnabled: true });

  test('the form and its confirmation are accessible', RARE, async ({ page }) => {
    await page.goto(paths.contact);
    await expect(line(page, 'お名前')).toBeVisible();
    await expectNeat(page);
    await page.getByRole('button', { name: '送る' }).click();
    await expect(page.getByRole('alert')).toContainText('確かめてください');
    await expectNeat(page);
    await page.goto(`${paths.contact}?sent=1`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('受け付けました');
    await expectNeat(page);
  });
});
