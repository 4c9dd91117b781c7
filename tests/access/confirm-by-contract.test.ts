import { expect, test } from 'vitest';
import type { CreationOptions, RequestOptions } from '#domains/account/passkey/passkey.ts';
import { makeAuthenticator } from '../support/authenticator.ts';
import type { Contract, PublishedCall } from '../support/contract.ts';
import { bodyOf, callsOf } from '../support/contract.ts';
import { json } from '../support/http.ts';
import { readContract } from '../support/payloads.ts';
import { useSite } from './site.ts';

const ORIGIN = 'http://localhost:4321';
const site = useSite({ PUBLIC_URL: ORIGIN });

/** A client that knows the published contract alone, and an authenticator. */
test('a passkey is made, and confirms an old sign-in, by published calls', async () => {
  const contract: Contract = await readContract(site());
  const calls = callsOf(contract);
  const send = async (method: string, end: string, body?: object) => {
    const found = calls.filter((call) => call.method === method && call.path.endsWith(end));
    expect(
      found.map(({ path }) => path),
      `${method} …${end}`,
    ).toHaveLength(1);
    const [call] = found as [PublishedCall];
    const fields = Object.keys((bodyOf(call)?.['properties'] as object | undefined) ?? {});
    expect(fields).toEqual(expect.arrayContaining(Object.keys(body ?? {})));
    const { status, text } = await site().ask('admin', call.path, {
      ...(body && json(body)),
      method,
    });
    return { status, answer: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };

  const phone = makeAuthenticator(ORIGIN);
  const asked = (await send('POST', '/staffs/passkeys/options')).answer as CreationOptions;
  const made = { name: '電話', response: phone.make(asked) };
  expect((await send('POST', '/staffs/passkeys', made)).status).toBe(201);

  const { db } = site().factory;
  const created_at = new Date(Date.now() - 3_600_000).toISOString();
  await db.updateTable('sessions').set({ created_at }).execute();
  const end = () => send('DELETE', '/staffs/sessions');
  expect(await end()).toMatchObject({ status: 403, answer: { confirm: true } });

  const options = (await send('POST', '/staffs/confirmation/options')).answer as RequestOptions;
  const response = phone.answer(options);
  expect((await send('POST', '/staffs/confirmation', { response })).status).toBe(204);
  expect((await end()).status).toBe(204);
  // It is answered once.
  expect((await send('POST', '/staffs/confirmation', { response })).status).toBe(401);
});
