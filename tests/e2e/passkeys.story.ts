import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { RequestOptions } from '#domains/account/passkey/passkey.ts';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { json } from '../support/http.ts';
import { expectNeat } from './support/neat.ts';
import type { OwnServer } from './support/own-server.ts';
import { startOwnServer } from './support/own-server.ts';
import { addAuthenticator } from './support/authenticator.ts';
import { PHONE, RARE, expect, test } from './support/story.ts';

/** Browsers make passkeys for names, never for an address of numbers. */
let server: OwnServer;
test.beforeAll(async () => {
  server = await startOwnServer({}, ({ db }, { otherHost }) =>
    db
      .updateTable('hosts')
      .set({ asks_second_step: 'everybody' })
      .where('id', '=', otherHost.id)
      .execute(),
  );
});
test.afterAll(() => server.stop());

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const MAKE = 'この端末で、指紋や顔で入れるようにする';
const BY_PASSKEY = 'パスキーでログイン';

async function typePassword(page: Page, email: string): Promise<void> {
  await page.goto(`${server.url}${paths.login}`);
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
}

async function signInByPassword(page: Page, email: string): Promise<void> {
  await typePassword(page, email);
  await expect(page).toHaveURL(`${server.url}${paths.items}`);
}

async function makePasskey(page: Page, name: string): Promise<void> {
  await page.goto(`${server.url}${paths.mySignIn}`);
  await page.getByLabel(/^名前/).fill(name);
  await press(page, MAKE);
  await expect(page.getByText('パスキーを作りました')).toBeAttached();
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
    await expect(page.getByRole('alert')).toContainText('このパスキーでは入れませんでした');
    await signInByPassword(page, email);
  });
});

test(
  'a sign-in page that was open over night asks for a new answer, and keeps what was typed',
  RARE,
  async ({ page }) => {
    await page.clock.install();
    await page.goto(`${server.url}${paths.login}`);
    const asked = () => page.locator('form[data-passkey]').getAttribute('data-passkey');
    const before = await asked();
    await page.getByLabel('メールアドレス').fill('kaeru@example.jp');
    await page.clock.fastForward('08:00:00');
    await expect.poll(asked).not.toBe(before);
    await expect(page.getByLabel('メールアドレス')).toHaveValue('kaeru@example.jp');
  },
);

test.describe('where the facility asks for a second step', () => {
  test.use(PHONE);

  test('a passkey is enough, and the password leads to it', async ({ page }) => {
    const { email } = server.cast.otherAdmin;
    const { cdp, id: authenticatorId } = await addAuthenticator(page);
    await typePassword(page, email);
    await expect(page).toHaveURL(`${server.url}${paths.mySignIn}`);
    await makePasskey(page, '');

    await page.context().clearCookies();
    const asleep = { authenticatorId, enabled: false };
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', asleep);
    await typePassword(page, email);
    await expect(page.getByText('パスワードは合っています')).toBeVisible();
    // There is no app to read digits from.
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expectNeat(page);
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { ...asleep, enabled: true });
    await press(page, BY_PASSKEY);
    await expect(page).toHaveURL(`${server.url}${paths.items}`);
  });
});

test.describe('what a passkey answered', () => {
  /** Another site at the same name, to which browsers give the same passkeys. */
  let elsewhere: Server;
  test.beforeAll(async () => {
    elsewhere = createServer((_, res) => res.setHeader('Content-Type', 'text/html').end()).listen();
    await once(elsewhere, 'listening');
  });
  test.afterAll(() => elsewhere.close());

  const options = async () =>
    (await (
      await fetch(server.url + paths.api.passkeyLoginOptions, { method: 'POST' })
    ).json()) as RequestOptions;
  const statusOf = async (response: unknown): Promise<number> => {
    const { headers, ...sent } = json({ response });
    const answer = await fetch(server.url + paths.api.passkeyLogin, {
      ...(sent as RequestInit),
      headers: headers as Record<string, string>,
    });
    return answer.status;
  };
  const answerIn = async (page: Page): Promise<unknown> => page.evaluate(answer, await options());

  test('is taken once, of this site, and by a counter that goes on', async ({ page }) => {
    await signInByPassword(page, server.cast.admin.email);
    const { cdp, id: authenticatorId } = await addAuthenticator(page);
    await makePasskey(page, 'わたしの電話');
    const given = await answerIn(page);
    expect([await statusOf(given), await statusOf(given)]).toEqual([200, 401]);

    const [kept] = (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
    const countFrom = async (signCount: number): Promise<unknown> => {
      if (!kept) throw new Error('no passkey');
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
      const credential = { ...kept, signCount };
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
      return answerIn(page);
    };
    expect(await statusOf(await countFrom(0))).toBe(401);
    expect(await statusOf(await countFrom(100))).toBe(200);

    const { port } = elsewhere.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/`);
    expect(await statusOf(await answerIn(page))).toBe(401);
    await page.goto(`${server.url}${paths.items}`);
    expect(await statusOf(await answerIn(page))).toBe(200);
  });
});

/** In the browser: asks its authenticator. */
async function answer({ challenge, rpId }: RequestOptions): Promise<unknown> {
  const text = atob(challenge.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0));
  const publicKey = { challenge: bytes, rpId, userVerification: 'required' } as const;
  const credential = await navigator.credentials.get({ publicKey });
  return (credential as PublicKeyCredential).toJSON();
}
