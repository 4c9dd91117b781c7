import type { Page } from '@playwright/test';
import { outsideLine } from '#lib/outside-line.ts';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { addAuthenticator } from './support/authenticator.ts';
import type { OwnServer } from './support/own-server.ts';
import { startOwnServer } from './support/own-server.ts';
import { RARE, expect, test } from './support/story.ts';

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

  test('by another device or a key, where this one has no lock', RARE, async ({ page }) => {
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

  test('nowhere in a browser that has no passkeys', RARE, async ({ page }) => {
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

test.describe("in LINE's window, which has no passkeys", RARE, () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 12; SO-41B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0.0.0 Mobile Safari/537.36 Line/14.1.0/IAB',
  });

  test.use({ expectConsole: /status of 401/ });
  const outside = (page: Page, name: string) => page.getByRole('link', { name });

  test('the ways to them lead to the browser of the phone', async ({ page }) => {
    await page.goto(`${server.url}${paths.loginByPassword}`);
    await expect(page.getByRole('button', { name: BY_PASSKEY })).toHaveCount(0);
    await expect(outside(page, 'ブラウザで開いて、パスキーでログイン')).toHaveAttribute(
      'href',
      outsideLine(paths.loginByPassword),
    );
    await signInByPassword(page, server.cast.general.email);
    await page.goto(`${server.url}${paths.mySignIn}`);
    await expect(page.getByRole('button', { name: MAKE })).toHaveCount(0);
    await expect(page.getByText('このブラウザでは')).toHaveCount(0);
    await expect(outside(page, 'ブラウザで開いて、パスキーを作る')).toHaveAttribute(
      'href',
      outsideLine(paths.mySignIn),
    );
  });

  test('a form that was refused is not what the browser of the phone opens', async ({ page }) => {
    await page.goto(`${server.url}${paths.login}`);
    await page.getByLabel('メールアドレス').fill(server.cast.general.email);
    await page.getByLabel('パスワード', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'ログイン', exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(outside(page, 'ブラウザで開いて、パスキーでログイン')).toHaveAttribute(
      'href',
      outsideLine(paths.login),
    );
  });
});
