import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { mailedLink } from './support/letterbox.ts';
import { expectNeat } from './support/neat.ts';
import { readQr } from './support/qr.ts';
import { PHONE, RARE, expect, signIn, test } from './support/story.ts';

const NEW_PASSWORD = 'hana-to-mizu-no-iro';
const SUBJECT = '職員登録のご案内';
const MENU_ENTRY = '職員招待QRコード';
const USED = 'このリンクはもう使われています。';
const EXPIRED = 'このリンクは期限が切れています。';
const WRONG = 'このリンクは正しくありません。';

const shownLink = (page: Page) => page.getByLabel('リンクで送るとき');

async function openInvitation(page: Page, email: string): Promise<string> {
  await signIn(page, email);
  await page.getByRole('link', { name: MENU_ENTRY }).click();
  await expect(page).toHaveURL(paths.qrCode);
  return shownLink(page).inputValue();
}

/** From the invitation to the mail. */
async function askForMail(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'メールアドレス' }).fill(email);
  await page.getByRole('button', { name: 'メールを受け取る' }).click();
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();
}

async function introduceOneself(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'お名前', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'パスワード' }).fill(password);
  await page.getByRole('button', { name: '登録する' }).click();
}

test.describe('an invited colleague', () => {
  test.use({ expectConsole: /status of 4(00|04|10)/ });

  test('reads the QR code with a phone, signs up, and sees the photos', async ({
    page,
    visitor,
    world,
  }) => {
    const link = await openInvitation(page, world.cast.admin.email);
    await expectNeat(page);
    const read = await readQr(page.getByRole('img', { name: /職員登録のQRコード/ }));
    expect(read).toBe(link);

    const email = 'shinjin@example.jp';
    const phone = await visitor(PHONE);
    await phone.goto(read);
    await expect(phone.getByText(`${world.cast.host.name}の職員として登録します`)).toBeVisible();
    await expectNeat(phone);
    await askForMail(phone, email);
    await expectNeat(phone);
    const mailed = await mailedLink(world, email, SUBJECT);
    await phone.goto(mailed);
    await expect(phone.getByText(world.cast.host.name)).toBeVisible();
    await introduceOneself(phone, '', 'password');
    await expect(phone.getByRole('alert')).toContainText('あと2か所');
    await expectNeat(phone);
    await introduceOneself(phone, '新人 さくら', NEW_PASSWORD);
    await expect(phone).toHaveURL(paths.items);
    await expect(phone.getByRole('navigation', { name: '入居者' })).toContainText('田中 ウメ');
    await expect(phone.getByRole('link', { name: MENU_ENTRY })).toHaveCount(0);

    await phone.goto(mailed);
    await expect(phone.getByRole('alert')).toHaveText(USED);
  });

  test(
    'learns that the invitation was renewed, and what to do',
    RARE,
    async ({ page, visitor, world }) => {
      const old = await openInvitation(page, world.cast.admin.email);
      await page.getByRole('button', { name: '新しい招待にかえる' }).click();
      await expect(page.getByText('新しい招待にかえました')).toBeAttached();
      const renewed = await shownLink(page).inputValue();
      expect(renewed).not.toBe(old);

      const phone = await visitor(PHONE);
      expect((await phone.goto(old))?.status()).toBe(404);
      await expect(phone.getByRole('alert')).toContainText('新しい招待に替わった');
      await expect(
        phone.getByText(new RegExp(`メニューの「${MENU_ENTRY}」を開いて`)),
      ).toBeVisible();
      await phone.goto(renewed);
      await expect(phone.getByRole('button', { name: 'メールを受け取る' })).toBeVisible();
    },
  );

  test('finds a helpful page behind every invalid link', RARE, async ({ page, world }) => {
    const { expired } = world;
    const again = 'もう一度メールを受け取る';
    const cases = [
      [paths.newStaff(''), /施設からの招待が必要です/, 'すでに登録のある方（ログイン）'],
      [paths.newStaff(expired.invitation), /この招待は期限が切れています/, 'すでに登録のある方'],
      [paths.staffSignUp(expired.staff_sign_up), EXPIRED, again],
      [paths.hostSignUp(expired.host_sign_up), EXPIRED, again],
      [paths.editPassword(expired.password), EXPIRED, again],
      [paths.confirmEmail(expired.email), EXPIRED, 'マイページへ'],
      // Each link works for its own purpose only.
      [paths.staffSignUp(expired.password), WRONG, again],
      [paths.hostSignUp(expired.staff_sign_up), WRONG, again],
      [paths.editPassword(expired.email), WRONG, again],
      [paths.confirmEmail(expired.host_sign_up), WRONG, 'マイページへ'],
    ] as const;
    for (const [address, sentence, next] of cases) {
      await page.goto(address);
      await expect(page.getByRole('alert'), address).toContainText(sentence);
      await expect(page.getByRole('main').getByRole('link', { name: next })).toBeVisible();
      await expect(page.getByRole('textbox')).toHaveCount(0);
    }
    await expectNeat(page);
  });
});

test.describe("the invitation's link", RARE, () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('is copied by a button', async ({ page, world }) => {
    const link = await openInvitation(page, world.cast.admin.email);
    await page.getByRole('button', { name: 'コピー' }).click();
    await expect(page.getByText('コピーしました。')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an invitation leads to an account', async ({ page, visitor, world }) => {
    const link = await openInvitation(page, world.cast.admin.email);
    await expect(page.getByRole('button', { name: 'コピー' })).toHaveCount(0);
    expect(await readQr(page.getByRole('img', { name: /職員登録のQRコード/ }))).toBe(link);

    const email = 'senpai@example.jp';
    const colleague = await visitor();
    await colleague.goto(link);
    await askForMail(colleague, email);
    await colleague.goto(await mailedLink(world, email, SUBJECT));
    await introduceOneself(colleague, '先輩 あおい', NEW_PASSWORD);
    await expect(colleague).toHaveURL(paths.items);
  });
});
