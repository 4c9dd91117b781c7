import type { CDPSession, Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { expectNeat } from './support/neat.ts';
import type { OwnServer } from './support/own-server.ts';
import { startOwnServer } from './support/own-server.ts';
import { PHONE, expect, test } from './support/story.ts';

/** Browsers make passkeys for names, never for an address of numbers. */
let server: OwnServer;
test.beforeAll(async () => {
  server = await startOwnServer();
});
test.afterAll(() => server.stop());

/** A phone's own, which asks for a finger. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    ...({ protocol: 'ctap2', transport: 'internal' } as const),
    ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    automaticPresenceSimulation: true,
  };
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  return { cdp, id };
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const MAKE = 'この端末で、指紋や顔で入れるようにする';
const BY_PASSKEY = 'パスキーでログイン';

async function signInByPassword(page: Page, email: string): Promise<void> {
  await page.goto(`${server.url}${paths.login}`);
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
  await expect(page).toHaveURL(`${server.url}${paths.items}`);
}

test.describe('with passkeys', () => {
  test.use({ ...PHONE, expectConsole: /status of 40[01]/ });

  test('a carer makes one on the phone, and gets in without a password', async ({ page }) => {
    const { email } = server.cast.general;
    await signInByPassword(page, email);
    const { cdp, id: authenticatorId } = await addAuthenticator(page);
    await page.goto(`${server.url}${paths.myPage}`);
    await page.getByRole('link', { name: 'ログインの方法を変える' }).click();
    await page.getByLabel(/^名前/).fill('わたしの電話');
    await press(page, MAKE);
    await expect(page.getByText('パスキーを作りました')).toBeAttached();
    await expect(page.getByText('わたしの電話', { exact: true })).toBeVisible();
    await expectNeat(page);

    // Where the address is typed, by itself.
    await page.context().clearCookies();
    await page.goto(`${server.url}${paths.login}`);
    await expect(page).toHaveURL(`${server.url}${paths.items}`);

    // By the button.
    await page.context().clearCookies();
    const asleep = { authenticatorId, enabled: false };
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', asleep);
    await page.goto(`${server.url}${paths.login}`);
    await expect(page.getByRole('button', { name: BY_PASSKEY })).toBeVisible();
    await expectNeat(page);
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { ...asleep, enabled: true });
    await press(page, BY_PASSKEY);
    await expect(page).toHaveURL(`${server.url}${paths.items}`);

    // Removed here, it is still on the phone, and opens nothing.
    await page.goto(`${server.url}${paths.mySignIn}`);
    await press(page, 'わたしの電話を外す');
    await expect(page.getByText('パスキーを外しました')).toBeAttached();
    await page.context().clearCookies();
    await page.goto(`${server.url}${paths.login}`);
    await expect(page.getByRole('alert')).toContainText('このパスキーは登録されていません');
    await signInByPassword(page, email);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the login is as it was, and my page says what passkeys need', async ({ page }) => {
    await page.goto(`${server.url}${paths.login}`);
    await expect(page.getByRole('button', { name: BY_PASSKEY })).toBeHidden();
    await signInByPassword(page, server.cast.general.email);
    await page.goto(`${server.url}${paths.mySignIn}`);
    await expect(page.getByRole('button', { name: MAKE })).toBeHidden();
    await expect(page.getByText('このブラウザでは、パスキーを作れません。')).toBeVisible();
  });
});
