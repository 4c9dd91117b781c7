import { expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { newId } from '#server/secrets.ts';
import { makeFamily } from '../support/factories.ts';
import { json } from '../support/http.ts';
import { makeLineAccount } from '../support/line-families.ts';
import { lineUser } from '../support/line-platform.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();
const OLD = 'machigai@example.jp';
let users = 700;

interface Made {
  wasSent?: boolean;
  accounts?: string[];
}

/** A family by mail, to whose address a letter went or not. @param accounts names in LINE */
async function make({ wasSent = true, accounts = [] }: Made = {}) {
  const { factory, world } = site();
  const { db, clock } = factory;
  const mail = { name: '田中 まち', email: OLD, delivery: 'email' as const };
  const family = await makeFamily(factory, world.cast.resident, mail);
  const now = clock.now().toISOString();
  await db
    .insertInto('deliveries')
    .values({
      ...{ host_id: family.host_id, family_id: family.id, year_month: world.yearMonth },
      ...{ account: '', outbox_id: null, created_at: now },
      ...(wasSent ? { state: 'sent', sent_at: now } : { state: 'failed', sent_at: null }),
    })
    .execute();
  for (const name of accounts) {
    const user = lineUser(++users);
    await makeLineAccount(factory, family, user);
    await db.updateTable('line_accounts').set({ name }).where('user_id', '=', user).execute();
  }
  return family;
}
type Family = Awaited<ReturnType<typeof make>>;

const fieldsOf = ({ id, token: familyToken }: Family) => ({
  ...{ id, familyToken },
  ...{ name: '田中 まち子', nameKana: '', relationship: '長女', email: 'machi@example.jp' },
  ...{ delivery: 'email', postcode: '', pref: '', city: '', town: '', street: '' },
  shown: '{}',
});

const post = (path: string, action: string, fields: Record<string, string>) => {
  const { headers, ...rest } = form(fields);
  return site().ask('anonymous', `${path}?_action=${action}`, {
    ...rest,
    headers: { ...headers, Origin: site().server.url, Cookie: site().signed.admin.cookie },
  });
};
const change = (family: Family, more: Record<string, string> = {}) =>
  post(paths.family(family.id), 'families.change', { ...fieldsOf(family), ...more });
const read = async ({ id }: Family) => {
  const { text } = await site().ask('admin', paths.api.families);
  const { families } = JSON.parse(text) as {
    families: { id: string; email: string; familyToken: string; lineCount: number }[];
  };
  return families.find((one) => one.id === id);
};
const ANOTHERS = `前のアドレス（${OLD}）は、別の方のものでしたか`;
const KEEP = 'これからもお届けしますか';
const radiosIn = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<input[^>]*name="${name}"[^>]*>`, 'g'))].map(([input]) => input);

test('an address that letters went to is asked about, without a default, and all is kept', async () => {
  const family = await make();
  const page = await site().ask('admin', paths.family(family.id));
  expect(page.text).not.toContain(ANOTHERS);
  const asked = await change(family);
  expect([asked.status, (await read(family))?.email]).toEqual([400, OLD]);
  expect(asked.text).toContain(ANOTHERS);
  expect(asked.text).not.toContain(KEEP);
  expect(radiosIn(asked.text, 'addressWasAnothers')).toHaveLength(2);
  expect(radiosIn(asked.text, 'addressWasAnothers').join('')).not.toContain('checked');
  for (const kept of ['machi@example.jp', '田中 まち子', '長女'])
    expect(asked.text).toContain(kept);
  const { status, headers } = await change(family, { addressWasAnothers: 'no' });
  expect([status, headers.location]).toEqual([303, `${paths.family(family.id)}?saved=1`]);
  expect(await read(family)).toMatchObject({
    email: 'machi@example.jp',
    familyToken: family.token,
  });
});

test('a yes renews the link, and ends accounts only once that is answered too', async () => {
  const family = await make({ accounts: ['はな', ''] });
  const asked = await change(family, { addressWasAnothers: 'yes' });
  expect(asked.status).toBe(400);
  expect(asked.text).toContain(`LINEで受け取っている方が2人います。${KEEP}`);
  expect(asked.text).toContain('LINEのお名前「はな」の方');
  expect(await read(family)).toMatchObject({ email: OLD, lineCount: 2 });
  const answers = { addressWasAnothers: 'yes', keepLine: 'no' };
  const { headers } = await change(family, answers);
  expect(headers.location).toBe(`${paths.family(family.id)}?renewed=1`);
  const after = await read(family);
  expect(after).toMatchObject({ email: 'machi@example.jp', lineCount: 0 });
  expect(after?.familyToken).not.toBe(family.token);
});

test('nothing is asked of an address that nothing went to, nor of another way', async () => {
  const bounced = await make({ wasSent: false, accounts: ['はな'] });
  expect((await change(bounced)).status).toBe(303);
  expect(await read(bounced)).toMatchObject({ familyToken: bounced.token, lineCount: 1 });
  const family = await make();
  expect((await change(family, { email: OLD, delivery: 'link' })).status).toBe(303);
  expect(await read(family)).toMatchObject({ familyToken: family.token });
});

test('a renewal asks who has joined by the link, of a family and of a resident', async () => {
  const family = await make({ accounts: ['はな'] });
  const path = paths.family(family.id);
  expect((await site().ask('admin', path)).text).toContain(KEEP);
  expect((await post(path, 'families.renewLink', { id: family.id })).status).toBe(400);
  const kept = await post(path, 'families.renewLink', { id: family.id, keepLine: 'yes' });
  expect(kept.status).toBe(303);
  expect(await read(family)).toMatchObject({ lineCount: 1 });
  const { id } = site().world.cast.resident;
  const all = { id, understood: 'on' };
  expect((await post(paths.resident(id), 'residents.rotateToken', all)).status).toBe(400);
  const ended = { ...all, keepLine: 'no' };
  expect((await post(paths.resident(id), 'residents.rotateToken', ended)).status).toBe(303);
  expect(await read(family)).toMatchObject({ lineCount: 0 });
});

test('by the API nothing is asked: a link is kept unless the call says otherwise', async () => {
  const patch = async (family: Family, body: object) => {
    const call = { ...json(body), method: 'PATCH' };
    return (await site().ask('admin', `${paths.api.families}/${family.id}`, call)).status;
  };
  const family = await make({ accounts: ['はな'] });
  expect(await patch(family, { email: `${newId()}@example.jp`.toLowerCase() })).toBe(200);
  expect(await read(family)).toMatchObject({ familyToken: family.token, lineCount: 1 });
  const anothers = { email: OLD, addressWasAnothers: true };
  expect(await patch(family, { ...anothers, keepLine: true })).toBe(200);
  const after = await read(family);
  expect(after?.lineCount).toBe(1);
  expect(after?.familyToken).not.toBe(family.token);
  expect(await patch(family, { rotateToken: true })).toBe(200);
  expect(await read(family)).toMatchObject({ lineCount: 0 });
  expect(await patch(family, { keepLine: 'yes' })).toBe(422);
});
