import { beforeEach, describe, expect, test } from 'vitest';
import { staffHolder } from '#domains/account/holder.ts';
import {
  makePasskey,
  passkeyCreation,
  readPasskeys,
  removePasskey,
} from '#domains/account/passkey/manage-passkeys.ts';
import { passkeyRequest } from '#domains/account/passkey/prove-passkey.ts';
import { loginByPasskey } from '#domains/account/session/login.ts';
import { authenticate } from '#domains/account/session/session-lifecycle.ts';
import { wrongPasskey } from '#domains/account/passkey/verify.ts';
import { runInRequest } from '#server/request-context.ts';
import { orMissing } from '#lib/errors.ts';
import { makeAuthenticator } from '../../support/authenticator.ts';
import { castEachTest, rt, cast, general as carer } from '../../support/cast-each-test.ts';
import { CLIENT, signedIn } from '../../support/cast.ts';
import { MINUTE } from '../../support/clock.ts';
import { makeRuntime } from '../../support/runtime.ts';

const ORIGIN = 'https://tayori.example.jp';
let phone: ReturnType<typeof makeAuthenticator>;

castEachTest(['general'], { PUBLIC_URL: ORIGIN });
beforeEach(() => {
  phone = makeAuthenticator(ORIGIN);
});

const creation = async (actor = carer) =>
  orMissing(await passkeyCreation(rt, staffHolder(actor), actor));
const request = () => orMissing(passkeyRequest(rt));
type Odd = Parameters<typeof phone.answer>[1];
const make = async (odd?: Odd, actor = carer) =>
  makePasskey(
    rt,
    staffHolder(actor),
    { name: '', response: phone.make(await creation(actor), odd) },
    CLIENT,
  );
const signIn = (odd?: Odd) => loginByPasskey(rt, phone.answer(request(), odd), CLIENT);
/** A sign-in that failed is the same answer, whatever was wrong (contract.md#passkeys). */
const refusedWith = (status: number): unknown =>
  expect.objectContaining({ status, ...(status === 401 && { message: wrongPasskey().message }) });

describe('a passkey', () => {
  test('signs its person in, without an address', async () => {
    await make();
    const { tokens, email } = await signIn();
    expect(email).toBe(cast.general.email);
    expect(await authenticate(rt, tokens.access_token)).toMatchObject({ id: carer.id });
    expect(await rt.db.selectFrom('sessions').select('way').execute()).toContainEqual({
      way: 'passkey',
    });
  });

  test('keeps the public key, and shows when it was used', async () => {
    await make();
    expect(await readPasskeys(rt, staffHolder(carer))).toMatchObject([{ lastUsedAt: null }]);
    await signIn();
    const now = rt.clock.now().toISOString();
    expect(await readPasskeys(rt, staffHolder(carer))).toMatchObject([{ lastUsedAt: now }]);
    const kept = await rt.db.selectFrom('passkeys').selectAll().executeTakeFirstOrThrow();
    expect(Object.keys(kept).toSorted()).toEqual([
      ...['counter', 'created_at', 'credential_id', 'host_id', 'id', 'last_used_at', 'name'],
      ...['operator_id', 'public_key', 'staff_id', 'transports'],
    ]);
  });

  test('is refused once it was removed, by its person alone', async () => {
    const { id } = await make();
    await expect(
      removePasskey(rt, staffHolder(await signedIn(rt, cast.admin)), id),
    ).rejects.toEqual(refusedWith(404));
    await signIn();
    await removePasskey(rt, staffHolder(carer), id);
    await expect(signIn()).rejects.toEqual(refusedWith(401));
  });

  test('goes with its person', async () => {
    await make();
    await rt.db.deleteFrom('staffs').where('id', '=', carer.id).execute();
    expect(await rt.db.selectFrom('passkeys').select('id').execute()).toEqual([]);
  });

  test('is made once, and for one person', async () => {
    await make();
    await expect(make()).rejects.toEqual(refusedWith(409));
    const admin = await signedIn(rt, cast.admin);
    await expect(make({}, admin)).rejects.toEqual(refusedWith(409));
  });

  test.each<[string, Odd]>([
    ['another site', { origin: 'https://tayori.example.com' }],
    ['a part of the site', { origin: 'https://x.tayori.example.jp' }],
    ['another host', { rpId: 'example.jp' }],
    ['no finger, face or number', { isVerified: false }],
    ['a challenge of its own', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('of %s is neither made nor taken', async (_what, odd) => {
    await expect(make(odd)).rejects.toEqual(refusedWith(422));
    await make();
    await expect(signIn(odd)).rejects.toEqual(refusedWith(401));
    expect(await signIn()).toBeDefined();
  });

  test('with the hand of someone else is refused', async () => {
    await make();
    const userHandle = Buffer.from(cast.admin.id).toString('base64url');
    await expect(signIn({ userHandle })).rejects.toEqual(refusedWith(401));
  });

  test('whose counter goes back is a copy', async () => {
    await make();
    await signIn({ counter: 7 });
    await expect(signIn({ counter: 7 })).rejects.toEqual(refusedWith(401));
    await expect(signIn({ counter: 6 })).rejects.toEqual(refusedWith(401));
    expect(await signIn({ counter: 8 })).toBeDefined();
  });
});

describe('in the log, a refusal', () => {
  const long = 'x'.repeat(2500);
  const lines: object[] = [];
  const log = { info: (facts: object, message: string) => void lines.push({ ...facts, message }) };
  const noting = (work: () => Promise<unknown>) =>
    runInRequest({ log } as never, () => work().catch(() => undefined));
  beforeEach(() => void (lines.length = 0));

  test.each<[reason: string, Odd]>([
    ['origin', { origin: `https://${long}.example.jp` }],
    ['rp-id', { rpId: long }],
    ['user', { isVerified: false }],
  ])('is a short reason, and nothing that was sent: %s', async (reason, odd) => {
    await make();
    await noting(() => signIn(odd));
    await noting(() => make(odd, carer));
    const line = { message: 'passkey refused', reason };
    expect(lines).toEqual([line, line]);
  });

  test.each(['clientDataJSON', 'authenticatorData', 'signature'] as const)(
    'of an unreadable %s too',
    async (part) => {
      await make();
      const answer = phone.answer(request());
      const kept = part === 'clientDataJSON' ? answer.response.clientDataJSON : '';
      const response = { ...answer.response, [part]: `${kept}${long}` };
      await noting(() => loginByPasskey(rt, { ...answer, response }, CLIENT));
      expect(JSON.stringify(lines).length).toBeLessThan(200);
      expect(JSON.stringify(lines)).not.toContain('xxxx');
    },
  );
});

describe('an answer', () => {
  test('is taken once', async () => {
    await make();
    const answer = phone.answer(request(), { counter: 0 });
    await loginByPasskey(rt, answer, CLIENT);
    await expect(loginByPasskey(rt, answer, CLIENT)).rejects.toEqual(refusedWith(401));
  });

  test('is taken once, also of two at the same time', async () => {
    await make();
    const answer = phone.answer(request(), { counter: 0 });
    const both = [loginByPasskey(rt, answer, CLIENT), loginByPasskey(rt, answer, CLIENT)];
    const results = (await Promise.allSettled(both)).map(({ status }) => status);
    expect(results.toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('of more than five minutes ago is too late', async () => {
    const options = await creation();
    rt.clock.advance(5 * MINUTE);
    const response = phone.make(options);
    await expect(
      makePasskey(rt, staffHolder(carer), { name: '', response }, CLIENT),
    ).rejects.toEqual(refusedWith(422));
    await make();
    const asked = request();
    rt.clock.advance(5 * MINUTE);
    await expect(loginByPasskey(rt, phone.answer(asked), CLIENT)).rejects.toEqual(refusedWith(401));
  });

  test('to a challenge of another purpose or person is refused', async () => {
    const options = await creation();
    const admin = await signedIn(rt, cast.admin);
    await expect(
      makePasskey(rt, staffHolder(admin), { name: '', response: phone.make(options) }, CLIENT),
    ).rejects.toEqual(refusedWith(422));
    await make();
    const { challenge } = await creation();
    await expect(signIn({ challenge })).rejects.toEqual(refusedWith(401));
  });
});

test.each(['http://192.0.2.7:4321', 'http://tayori.example.jp', 'https://[2001:db8::1]'])(
  'browsers make none at %s',
  async (PUBLIC_URL) => {
    const there = await makeRuntime({ PUBLIC_URL });
    expect(passkeyRequest(there)).toBeNull();
    expect(await passkeyCreation(there, staffHolder(carer), carer)).toBeNull();
  },
);
