import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { CREDENTIAL, makePasskeyRow } from '../support/sign-in-rows.ts';
import { json } from '../support/http.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite({ PUBLIC_URL: 'http://localhost:4321' });
const send = (method: string, path: string, body?: object) =>
  site().ask('admin', path, { ...(body && json(body)), method });
const post = (name: string, fields: Record<string, string>) =>
  site().ask('admin', `${paths.askSecondStep}?_action=${name}`, form(fields));
const postOwn = (name: string, fields: Record<string, string>) =>
  site().ask('admin', `${paths.mySignIn}?_action=${name}`, form(fields));

/** Signed in an hour ago. */
beforeEach(async () => {
  const before = new Date(Date.now() - 3_600_000).toISOString();
  const { db } = site().factory;
  await db.updateTable('sessions').set({ created_at: before, confirmed_at: null }).execute();
});

const SENSITIVE: [method: string, path: string, body?: object][] = [
  ['POST', paths.api.passkeyOptions],
  ['POST', paths.api.passkeys, { name: '', response: {} }],
  ['DELETE', paths.api.passkey('AAAAAAAAAAAAAAAA')],
  ['POST', paths.api.secondStep],
  ['PUT', paths.api.secondStep, { code: '123456' }],
  ['DELETE', paths.api.secondStep],
  ['POST', paths.api.recoveryCodes],
  ['PATCH', paths.api.facility, { asksSecondStep: 'nobody' }],
];

describe('an hour after the sign-in', () => {
  test.each(SENSITIVE)('%s %s asks for a confirmation', async (...asked) => {
    const { status, text } = await send(...asked);
    expect([status, JSON.parse(text) as unknown]).toEqual([
      403,
      { msg: expect.any(String) as unknown, confirm: true },
    ]);
  });

  test('the archive of the facility leads to the page that asks', async () => {
    const { status, headers } = await site().ask('admin', paths.facilityArchive);
    expect([status, headers.location]).toEqual([302, `${paths.facility}#take`]);
    const { text } = await site().ask('admin', paths.facility);
    expect(text).toContain('ご本人であることの確認');
    expect(text).not.toContain(paths.facilityArchive);
  });

  test('a form goes on with what was chosen once the password is there', async () => {
    const refused = await post('hosts.askSecondStep', { asksSecondStep: 'nobody' });
    expect(refused.status).toBe(403);
    const filled = { asksSecondStep: 'nobody', password: PASSWORD };
    expect((await post('hosts.askSecondStep', filled)).status).toBe(303);
  });

  test('removing a passkey needs one press, and the password', async () => {
    const { factory, world } = site();
    const id = await makePasskeyRow(factory, world.cast.admin);
    const refused = await postOwn('me.removePasskey', { id });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('確かめて、パスキーを外す');
    expect(refused.text).toContain(`type="hidden" name="id" value="${id}"`);
    expect((await postOwn('me.removePasskey', { id, password: 'wrong' })).text).toContain(
      `type="hidden" name="id" value="${id}"`,
    );
    const { status, headers } = await postOwn('me.removePasskey', { id, password: PASSWORD });
    expect([status, headers.location]).toEqual([303, `${paths.mySignIn}?removed=1`]);
  });

  test("a passkey's name that was typed is there again", async () => {
    const name = 'わたしの電話';
    for (const response of [JSON.stringify(CREDENTIAL), '']) {
      const refused = await postOwn('me.makePasskey', { name, response });
      expect(refused.text).toContain('ご本人であることの確認');
      expect(refused.text).toContain(`type="hidden" name="name" value="${name}"`);
    }
    const confirmed = await postOwn('me.confirm', { name, password: PASSWORD });
    expect(confirmed.status).toBe(200);
    expect(confirmed.text).toMatch(new RegExp(`type="text"[^>]* value="${name}"`));
  });

  test('everything else goes on as before', async () => {
    expect((await send('GET', paths.api.passkeys)).status).toBe(200);
    expect((await send('PATCH', paths.api.facility, { phone: '03-1234-9999' })).status).toBe(200);
    expect((await send('GET', paths.api.staffs)).status).toBe(200);
  });

  test('after a confirmation it is asked for no more', async () => {
    expect((await send('POST', paths.api.confirmation, { password: PASSWORD })).status).toBe(204);
    expect((await send('POST', paths.api.passkeyOptions)).status).toBe(200);
  });
});
