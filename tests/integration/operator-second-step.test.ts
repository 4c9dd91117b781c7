import { beforeEach, describe, expect, test } from 'vitest';
import { operatorName } from '#domains/operator/operator-account.ts';
import { ConfirmationInput } from '#domains/account/confirm/confirmation.ts';
import { isFresh } from '#domains/account/confirm/fresh.ts';
import { offeredTo } from '#domains/account/confirm/offered.ts';
import { makePasskey, passkeyCreation } from '#domains/account/passkey/manage-passkeys.ts';
import { confirmOperator } from '#domains/operator/confirm-operator.ts';
import { orMissing } from '#lib/errors.ts';
import { changeOperatorPassword } from '#domains/operator/change-password.ts';
import {
  readDemoCode,
  signInOperator,
  signInOperatorBySecondStep,
} from '#domains/operator/login-operator.ts';
import { loginBySecondStep } from '#domains/account/session/login.ts';
import type { Client } from '#domains/account/session/session.ts';
import { appCode } from '../support/app-code.ts';
import { makeAuthenticator } from '../support/authenticator.ts';
import { enrol } from '../support/second-step.ts';
import {
  endOperatorSession,
  endOtherOperatorSessions,
  readOperator,
  readOperatorSessions,
} from '#domains/operator/operator-sessions.ts';
import { CLIENT } from '../support/cast.ts';
import { HOUR, SECOND } from '../support/clock.ts';
import { readEvents } from '../support/events.ts';
import { OPERATOR } from '../support/operator.ts';
import { operatorAccounts } from '../support/operator-accounts.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime({ PUBLIC_URL: 'https://tayori.example.jp' });
});

const { makeAccount, signIn } = operatorAccounts(() => rt);
const refusedWith = (status: number) => expect.objectContaining({ status }) as Error;

/** @returns the operator's id, and the key of the app */
async function withApp(): Promise<{ operatorId: string; secret: string }> {
  const operator = await readOperator(rt, await makeAccount());
  const holder = { operatorId: operator?.id ?? '' };
  const { secret } = await enrol(rt, { holder, email: operatorName(OPERATOR.email) });
  return { ...holder, secret };
}
async function ticket(client: Client = CLIENT): Promise<string> {
  const result = await signInOperator(rt, OPERATOR, client);
  if (!('asked' in result)) throw new Error('not asked');
  return result.asked.ticket;
}

describe('the second step', () => {
  test('is made before anything else, and asked for from then on, in every browser', async () => {
    expect(await readOperator(rt, await makeAccount())).toMatchObject({ mustEnrol: true });
    const { secret } = await withApp();
    rt.clock.advance(30 * SECOND);
    const given = { ticket: await ticket(), code: appCode(secret, rt.clock.now()) };
    const asked = { ...given, remember: true };
    const signedIn = await signInOperatorBySecondStep(rt, asked, CLIENT);
    expect(await readOperator(rt, signedIn.token)).toMatchObject({ mustEnrol: false });
    expect(Object.keys(signedIn)).toEqual(['token', 'email']);
    expect(await rt.db.selectFrom('remembered_browsers').select('id').execute()).toEqual([]);
  });

  test('by a recovery code opens after any number of wrong codes', async () => {
    const operator = await readOperator(rt, await makeAccount());
    const of = { holder: { operatorId: operator?.id ?? '' }, email: operatorName(OPERATOR.email) };
    const { recoveryCodes } = await enrol(rt, of);
    const step = async (given: object, n: number) => {
      const client = { ...CLIENT, address: `198.51.${n}.1` };
      const input = { ticket: await ticket(client), remember: false, ...given };
      return signInOperatorBySecondStep(rt, input, client);
    };
    for (let n = 0; n <= 30; n++) {
      await step({ code: '000000' }, n).catch(() => undefined);
      await step({ recoveryCode: '2222222222' }, n).catch(() => undefined);
    }
    await expect(step({ code: '000000' }, 100)).rejects.toEqual(refusedWith(429));
    const recoveryCode = (recoveryCodes[0] ?? '').replace('-', '');
    expect(await step({ recoveryCode }, 101)).toHaveProperty('token');
  });

  test('shows its digits in a demo only, and each once', async () => {
    const { secret } = await withApp();
    expect(await readDemoCode(rt)).toBeNull();
    const demo = { ...rt, isDemo: true };
    const next = appCode(secret, new Date(rt.clock.now().getTime() + 30 * SECOND));
    expect(await readDemoCode(demo)).toBe(next);
    rt.clock.advance(HOUR);
    expect(await readDemoCode(demo)).toBe(appCode(secret, rt.clock.now()));
  });

  test('of staff opens nothing of the operator, nor the other way round', async () => {
    const { secret } = await withApp();
    rt.clock.advance(30 * SECOND);
    const code = appCode(secret, rt.clock.now());
    const step = { ticket: await ticket(), code, remember: false };
    await expect(loginBySecondStep(rt, step, CLIENT)).rejects.toEqual(refusedWith(401));
  });

  test('goes with the account that a new address replaces', async () => {
    await withApp();
    await makeAccount();
    expect(await rt.db.selectFrom('second_steps').select('id').execute()).toEqual([]);
    expect(await signIn()).toBeDefined();
  });
});

test('a new password ends the other sessions', async () => {
  const other = await makeAccount();
  const operator = await readOperator(rt, await signIn());
  if (!operator) throw new Error('no session');
  const change = { currentPassword: OPERATOR.password, password: 'tsuzuki-no-himitsu' };
  await changeOperatorPassword(rt, operator, change, CLIENT);
  expect(await readOperator(rt, other)).toBeNull();
  expect(await signIn({ password: 'tsuzuki-no-himitsu' })).toBeDefined();
  await expect(signIn()).rejects.toEqual(refusedWith(401));
});

test('sessions are listed, and ended one by one or all others', async () => {
  const others = [await makeAccount(), await signIn()];
  const mine = await signIn();
  const operator = await readOperator(rt, mine);
  if (!operator) throw new Error('no session');
  const listed = await readOperatorSessions(rt, operator);
  expect(listed.map(({ isThisOne }) => isThisOne)).toEqual([true, false, false]);
  await endOperatorSession(rt, operator, listed[1]?.id ?? '');
  expect(await readOperatorSessions(rt, operator)).toHaveLength(2);
  await expect(endOperatorSession(rt, operator, listed[1]?.id ?? '')).rejects.toEqual(
    refusedWith(404),
  );
  await endOtherOperatorSessions(rt, operator);
  for (const token of others) expect(await readOperator(rt, token)).toBeNull();
  expect(await readOperator(rt, mine)).toMatchObject({ sessionId: operator.sessionId });
  const ends = (await readEvents(rt)).filter(({ action }) => action === 'operator.session_ended');
  expect(ends).toHaveLength(2);
});

describe('an hour after the sign-in', () => {
  let token: string;
  let secret: string;
  beforeEach(async () => {
    ({ secret } = await withApp());
    const given = { ticket: await ticket(), code: '', remember: false };
    rt.clock.advance(30 * SECOND);
    given.code = appCode(secret, rt.clock.now());
    ({ token } = await signInOperatorBySecondStep(rt, given, CLIENT));
    const before = new Date(rt.clock.now().getTime() - HOUR).toISOString();
    await rt.db.updateTable('operator_sessions').set({ created_at: before }).execute();
  });

  const operator = async () => orMissing(await readOperator(rt, token));
  const isOpen = async () => isFresh(await operator(), rt.clock);
  const confirm = async (input: object) =>
    confirmOperator(rt, await operator(), ConfirmationInput.parse(input), CLIENT);

  test('the password opens what cannot be undone', async () => {
    expect(await isOpen()).toBe(false);
    await expect(confirm({ password: 'chigau-himitsu' })).rejects.toMatchObject({
      ...{ status: 422, errors: { password: [expect.any(String)] } },
    });
    expect(await isOpen()).toBe(false);
    expect(isFresh(await confirm({ password: OPERATOR.password }), rt.clock)).toBe(true);
    expect(await isOpen()).toBe(true);
    const events = await readEvents(rt);
    expect(events.filter(({ action }) => action === 'operator.confirmed')).toHaveLength(1);
  });

  test('a code does, once', async () => {
    rt.clock.advance(30 * SECOND);
    const code = appCode(secret, rt.clock.now());
    await confirm({ code });
    expect(await isOpen()).toBe(true);
    await expect(confirm({ code })).rejects.toEqual(refusedWith(422));
  });

  test('a passkey does', async () => {
    const holder = { operatorId: (await operator()).id };
    const phone = makeAuthenticator(rt.env.PUBLIC_URL);
    const named = { email: OPERATOR.email, name: '' };
    const response = phone.make(orMissing(await passkeyCreation(rt, holder, named)));
    await makePasskey(rt, holder, { name: '', response }, CLIENT);
    const { passkey } = await offeredTo(rt, holder);
    await confirm({ response: phone.answer(orMissing(passkey)) });
    expect(await isOpen()).toBe(true);
  });

  test('nothing does once the account was replaced', async () => {
    const before = await operator();
    await makeAccount();
    const given = { password: OPERATOR.password };
    await expect(confirmOperator(rt, before, given, CLIENT)).rejects.toEqual(refusedWith(401));
  });
});

describe('what the operator does', () => {
  const EVENTS: [action: string, act: () => Promise<unknown>][] = [
    [
      'operator.code_refused',
      async () => {
        await withApp();
        const wrong = { ticket: await ticket(), code: '000000', remember: false };
        await signInOperatorBySecondStep(rt, wrong, CLIENT).catch(() => undefined);
      },
    ],
    [
      'operator.password_changed',
      async () => {
        const operator = await readOperator(rt, await makeAccount());
        const change = { currentPassword: OPERATOR.password, password: 'tsuzuki-no-himitsu' };
        if (operator) await changeOperatorPassword(rt, operator, change, CLIENT);
      },
    ],
  ];

  test.each(EVENTS)('%s is in the audit log', async (action, act) => {
    await act();
    expect((await readEvents(rt)).map((event) => event.action)).toContain(action);
  });
});
