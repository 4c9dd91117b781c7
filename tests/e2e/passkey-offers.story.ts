import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { addAuthenticator } from './support/authenticator.ts';
import type { OwnServer } from './support/own-server.ts';
import { startOwnServer } from './support/own-server.ts';
import { expect, test } from './support/story.ts';

/** Browsers make passkeys for names, never for an address of numbers. */
let server: OwnServer;
test.beforeAll(async () => {
  server = await startOwnServer();
});
test.afterAll(() => server.stop());

const MAKE = 'この端末で、指紋や顔で入れるようにする';
const BY_PASSKEY = 'パスキーでログイン';

async function signInByPassword(page: Page, email: string): Promise<void> {
  await page.goto(`${server.url}${paths.login}`);
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
  await expect(page).toHaveURL(`${server.url}${paths.items}`);
}

const HERE = 'この端末で、指紋や顔で入れるようにもできます。';
const ELSEWHERE = 'セキュリティキーか、ほかの端末で入れるようにする';

test.describe('a fingerprint is offered', () => {
  const openMyPage = (page: Page) => page.goto(`${server.url}${paths.myPage}`);

  test('where the device asks for one', async ({ page }) => {
    await addAuthenticator(page);
    await signInByPassword(page, server.cast.general.email);
    await openMyPage(page);
    await expect(page.getByText(HERE)).toBeVisible();
  });

  test('by another device or a key, where this one has no lock', async ({ page }) => {
    await page.addInitScript(() => {
      PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = () =>
        Promise.resolve(false);
    });
    await signInByPassword(page, server.cast.general.email);
    await openMyPage(page);
    await expect(page.getByText(HERE)).toBeHidden();
    await page.goto(`${server.url}${paths.mySignIn}`);
    await expect(page.getByRole('button', { name: ELSEWHERE })).toBeVisible();
    await expect(page.getByRole('button', { name: MAKE })).toBeHidden();
  });

  test('nowhere in a browser that has no passkeys', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    });
    await page.goto(`${server.url}${paths.login}`);
    await expect(page.getByRole('button', { name: BY_PASSKEY })).toBeHidden();
    await signInByPassword(page, server.cast.general.email);
    await openMyPage(page);
    await expect(page.getByText(HERE)).toBeHidden();
    await page.goto(`${server.url}${paths.mySignIn}`);
    await expect(page.getByText('このブラウザでは、パスキーを作れません。')).toBeVisible();
    await expect(page.getByRole('button', { name: MAKE })).toBeHidden();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the login is as it was, and my page says what passkeys need', async ({ page }) => {
    await page.goto(`${server.url}${paths.login}`);
    await expect(page.getByRole('button', { name: BY_PASSKEY })).toBeHidden();
    await signInByPassword(page, server.cast.general.email);
    await page.goto(`${server.url}${paths.myPage}`);
    await expect(page.getByText(HERE)).toBeHidden();
    await page.goto(`${server.url}${paths.mySignIn}`);
    await expect(page.getByRole('button', { name: MAKE })).toBeHidden();
    await expect(page.getByText('このブラウザでは、パスキーを作れません。')).toBeVisible();
  });
});
