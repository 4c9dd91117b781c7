import { beforeEach, describe, expect, test } from 'vitest';
import { confirmSignIn } from '#domains/account/confirm/confirm.ts';
import { ConfirmationInput } from '#domains/account/confirm/confirmation.ts';
import { isFresh } from '#domains/account/confirm/fresh.ts';
import { offeredTo } from '#domains/account/confirm/offered.ts';
import { staffHolder } from '#domains/account/holder.ts';
import { makePasskey, passkeyCreation } from '#domains/account/passkey/manage-passkeys.ts';
import { passkeyRequest } from '#domains/account/passkey/prove-passkey.ts';
import { authenticate } from '#domains/account/session/session-lifecycle.ts';
import { orMissing } from '#lib/errors.ts';
import { appCode } from '../../support/app-code.ts';
import { makeAuthenticator } from '../../support/authenticator.ts';
import { castEachTest, rt, cast } from '../../support/cast-each-test.ts';
import { CLIENT } from '../../support/cast.ts';
import { MINUTE } from '../../support/clock.ts';
import { PASSWORD } from '../../support/factories.ts';
import { login } from '../../support/login.ts';
import { enrol } from '../../support/second-step.ts';

const ORIGIN = 'https://tayori.example.jp';
let token: string;

castEachTest([], { PUBLIC_URL: ORIGIN });
beforeEach(async () => {
  const input = { email: cast.admin.email, password: PASSWORD };
  token = (await login(rt, input, CLIENT)).access_token;
});

async function actor() {
  const found = await authenticate(rt, token);
  if (!found) throw new Error('signed out');
  return { ...found, email: cast.admin.email };
}
const confirm = async (input: unknown) =>
  confirmSignIn(rt, await actor(), ConfirmationInput.parse(input), CLIENT);
const isOpen = async (): Promise<boolean> => isFresh(await actor(), rt.clock);
const refusedWith = (status: number): unknown => expect.objectContaining({ status });

const signedInBefore = (ms: number) =>
  rt.db
    .updateTable('sessions')
    .set({ created_at: new Date(rt.clock.now().getTime() - ms).toISOString() })
    .execute();

test('a sign-in is fresh for fifteen minutes, and again after the password', async () => {
  await signedInBefore(15 * MINUTE);
  expect(await isOpen()).toBe(true);
  await signedInBefore(15 * MINUTE + 1);
  expect(await isOpen()).toBe(false);
  await expect(confirm({ password: 'wrong' })).rejects.toEqual(refusedWith(422));
  expect(await isOpen()).toBe(false);
  await confirm({ password: PASSWORD });
  expect(await isOpen()).toBe(true);
});

describe('by other means', () => {
  beforeEach(() => signedInBefore(16 * MINUTE));

  test('a code confirms, once', async () => {
    const { email, ...rest } = await actor();
    const { secret } = await enrol(rt, { holder: staffHolder(rest), email });
    rt.clock.advance(MINUTE / 2);
    const code = appCode(secret, rt.clock.now());
    await confirm({ code });
    expect(await isOpen()).toBe(true);
    await expect(confirm({ code })).rejects.toEqual(refusedWith(422));
  });

  test('a passkey confirms, its own and for this alone', async () => {
    const me = await actor();
    const phone = makeAuthenticator(ORIGIN);
    const response = phone.make(orMissing(await passkeyCreation(rt, staffHolder(me), me)));
    await makePasskey(rt, staffHolder(me), { name: '', response }, CLIENT);
    const forSignIn = phone.answer(orMissing(passkeyRequest(rt)));
    await expect(confirm({ response: forSignIn })).rejects.toEqual(refusedWith(401));
    const { passkey } = await offeredTo(rt, staffHolder(me));
    await confirm({ response: phone.answer(orMissing(passkey)) });
    expect(await isOpen()).toBe(true);
  });

  test("a colleague's passkey does not", async () => {
    const me = await actor();
    const other = { hostId: cast.host.id, staffId: cast.general.id };
    const phone = makeAuthenticator(ORIGIN);
    const named = { email: cast.general.email, name: '' };
    const made = phone.make(orMissing(await passkeyCreation(rt, other, named)));
    await makePasskey(rt, other, { name: '', response: made }, CLIENT);
    const asked = orMissing(passkeyRequest(rt, `confirm ${me.id}`));
    await expect(confirm({ response: phone.answer(asked) })).rejects.toEqual(refusedWith(401));
    expect(await isOpen()).toBe(false);
  });
});

test('exactly one proof is taken', () => {
  const given = (input: object) => ConfirmationInput.safeParse(input).success;
  expect(given({ password: 'x' })).toBe(true);
  expect(given({})).toBe(false);
  expect(given({ password: 'x', code: '123456' })).toBe(false);
});
