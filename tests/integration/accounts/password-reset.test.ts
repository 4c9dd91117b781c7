import { beforeEach, describe, expect, test } from 'vitest';
import { readHostConfirmation, requestHostSignUp } from '#domains/account/sign-up-host.ts';
import { authenticate, refresh } from '#domains/account/session/session-lifecycle.ts';
import { requestEmailChange } from '#domains/account/change-email.ts';
import {
  checkPasswordToken,
  makeResetLink,
  requestPasswordReset,
  resetPassword,
} from '#domains/account/password/reset-password.ts';
import { login } from '../../support/login.ts';
import { kindsTo, mailedToken, readMails } from '../../support/accounts.ts';
import { castEachTest, rt, cast } from '../../support/cast-each-test.ts';
import { CLIENT, signedIn } from '../../support/cast.ts';
import { HOUR } from '../../support/clock.ts';
import { readEvents } from '../../support/events.ts';
import { PASSWORD, makeStaff } from '../../support/factories.ts';
import { confirmEmailChange } from '../../support/change-email.ts';

const NEW = 'aki-no-kaze-ga-suzushii';
let email: string;

castEachTest();
beforeEach(() => {
  email = cast.general.email;
});

const signIn = (password = PASSWORD) => login(rt, { email, password }, CLIENT);
const reset = (token: string, password = NEW) => resetPassword(rt, { token, password });
const check = (token: string) => checkPasswordToken(rt, token);
async function ask(): Promise<string> {
  await requestPasswordReset(rt, { email }, CLIENT);
  return mailedToken(rt, 'password_reset', email);
}

describe('a new password by a mailed link', () => {
  test('replaces the old one, and the user is notified', async () => {
    await reset(await ask());
    expect(await signIn(NEW)).toBeDefined();
    await expect(signIn(PASSWORD)).rejects.toMatchObject({ status: 401 });
    expect(await kindsTo(rt, email)).toEqual(['password_reset', 'password_changed']);
    expect((await readMails(rt)).at(-1)?.text).not.toContain('token=');
  });

  test('ends every session of that user only', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const colleague = await login(rt, { email: cast.admin.email, password: PASSWORD }, CLIENT);
    await reset(await ask());
    for (const tokens of [here, there]) {
      expect(await authenticate(rt, tokens.access_token)).toBeNull();
      await expect(refresh(rt, tokens.refresh_token)).rejects.toMatchObject({ status: 401 });
    }
    expect(await authenticate(rt, colleague.access_token)).not.toBeNull();
  });

  test('lifts the lock caused by failed attempts', async () => {
    for (let n = 0; n < 20; n++) {
      const client = { ...CLIENT, address: `192.0.2.${100 + (n % 4)}` };
      await login(rt, { email, password: 'wrong' }, client).catch(() => undefined);
    }
    await expect(signIn()).rejects.toMatchObject({ status: 429 });
    await reset(await ask());
    expect(await signIn(NEW)).toBeDefined();
  });

  test('cancels a pending e-mail change', async () => {
    const thief = await signedIn(rt, cast.general);
    await requestEmailChange(
      rt,
      thief,
      { email: 'thief@example.jp', currentPassword: PASSWORD },
      CLIENT,
    );
    const link = await mailedToken(rt, 'email_change', 'thief@example.jp');
    await reset(await ask());
    await expect(confirmEmailChange(rt, link, null)).rejects.toMatchObject({ status: 410 });
  });
});

describe('the link', () => {
  test('can be viewed repeatedly, and used once', async () => {
    const token = await ask();
    await check(token);
    await check(token);
    await reset(token);
    await expect(check(token)).rejects.toMatchObject({ status: 410 });
    await expect(reset(token, 'another-long-password-1')).rejects.toMatchObject({ status: 410 });
    expect(await signIn(NEW)).toBeDefined();
  });

  test('used twice at once works once', async () => {
    const token = await ask();
    const results = await Promise.allSettled([reset(token), reset(token, 'kaze-to-kumo-no-uta')]);
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { status: 410 } },
    ]);
  });

  test('lasts an hour, then 410', async () => {
    const token = await ask();
    rt.clock.advance(HOUR - 1);
    await check(token);
    rt.clock.advance(1);
    await expect(check(token)).rejects.toMatchObject({ status: 410 });
    await expect(reset(token)).rejects.toMatchObject({ status: 410 });
    expect(await signIn()).toBeDefined();
  });

  test('of two, using one revokes the other', async () => {
    const [first, second] = [await ask(), await ask()];
    expect(second).not.toBe(first);
    await check(first);
    await reset(second);
    await expect(reset(first)).rejects.toMatchObject({ status: 410 });
  });

  test('links for other purposes are not interchangeable: 404', async () => {
    await requestHostSignUp(rt, { email: 'new@example.jp' }, CLIENT);
    const other = await mailedToken(rt, 'host_sign_up', 'new@example.jp');
    await expect(check(other)).rejects.toMatchObject({ status: 404 });
    await expect(reset(other)).rejects.toMatchObject({ status: 404 });
    const own = await ask();
    await expect(readHostConfirmation(rt, own)).rejects.toMatchObject({ status: 404 });
    await expect(confirmEmailChange(rt, own, null)).rejects.toMatchObject({ status: 404 });
    await check(own);
  });

  test('is deleted with the account: 404', async () => {
    const token = await ask();
    await rt.db.deleteFrom('staffs').where('id', '=', cast.general.id).execute();
    await expect(reset(token)).rejects.toMatchObject({ status: 404 });
  });
});

test("the operator's link is told to its person and the operator, and is in the history", async () => {
  const own = { ...rt, env: { ...rt.env, OPERATOR_EMAIL: 'unei@example.jp' } };
  const { link } = await makeResetLink(own, email);
  const token = new URL(link).searchParams.get('token') ?? '';
  const mails = await readMails(rt);
  expect(mails.map(({ recipient, host_id: hostId }) => [recipient, hostId])).toEqual([
    [email, cast.host.id],
    ['unei@example.jp', null],
  ]);
  for (const { text } of mails) expect(text).not.toContain(token);
  expect(await readEvents(rt)).toMatchObject([
    { action: 'operator.reset_link_made', host_id: cast.host.id, target: cast.general.id },
  ]);
  await reset(await ask());
  await expect(reset(token)).rejects.toMatchObject({ status: 410 });
});

test('no link for an unknown address, or a pending sign-up', async () => {
  const pending = await makeStaff(rt, cast.host.id, { confirmed_at: null, password_hash: null });
  for (const unknown of ['unknown@example.jp', pending.email]) {
    await requestPasswordReset(rt, { email: unknown }, CLIENT);
  }
  expect(await readMails(rt)).toEqual([]);
});
