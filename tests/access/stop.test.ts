import { expect, test } from 'vitest';
import { noteLinksOfEnded } from '#domains/facility/ending/ended.ts';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { keptAppSecret, makeSecrets } from '#server/secrets.ts';
import { makeFamily, makeHost, makeResident } from '../support/factories.ts';
import type { Call } from '../support/http.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';
import { stopTokenOf } from '../support/stop-links.ts';

const site = useSite();
const ONE_CLICK = form({ 'List-Unsubscribe': 'One-Click' });
let mailboxes = 0;

/** A family by mail, and the link in its letters. */
async function makeOne(resident = site().world.cast.resident) {
  const { factory, dataDir } = site();
  const email = `stop${++mailboxes}@example.jp`;
  const { id, host_id: hostId } = await makeFamily(factory, resident, {
    ...{ email, delivery: 'email' },
  });
  const secrets = makeSecrets(keptAppSecret(dataDir));
  const hasStopped = async (): Promise<boolean> => {
    const row = factory.db.selectFrom('families').select('stopped_at').where('id', '=', id);
    return (await row.executeTakeFirstOrThrow()).stopped_at !== null;
  };
  return { path: paths.stopMail(stopTokenOf({ secrets }, { hostId, email })), hasStopped };
}

const ask = (path: string, options?: Call) => site().ask('anonymous', path, options);

const IN_PARTS = [
  '--b',
  'Content-Disposition: form-data; name="List-Unsubscribe"',
  '',
  'One-Click',
  '--b--',
  '',
].join('\r\n');

test.each<[string, Call]>([
  ['a provider, that sends nothing else', ONE_CLICK],
  [
    'a provider, in parts',
    {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      body: IN_PARTS,
    },
  ],
  [
    'a mail program in a browser',
    {
      ...ONE_CLICK,
      headers: {
        ...ONE_CLICK.headers,
        ...{ Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' },
        ...{ Referer: 'https://mail.example/', Cookie: 'auth._token.local=x' },
      },
    },
  ],
])('one press by %s stops the mail: 200 and nothing more, also again', async (_who, press) => {
  const { path, hasStopped } = await makeOne();
  for (const time of ['once', 'twice']) {
    const { status, body, headers } = await ask(path, press);
    expect([status, body.length], time).toEqual([200, 0]);
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('location');
  }
  expect(await hasStopped()).toBe(true);
});

test('a GET, and a robot that sends something else, change nothing', async () => {
  const { path, hasStopped } = await makeOne();
  for (const method of ['GET', 'HEAD']) expect((await ask(path, { method })).status).toBe(200);
  expect((await ask(path, form({ press: 'no' }))).status).toBe(400);
  expect((await ask(path, { method: 'POST', body: 'x' })).status).toBe(400);
  expect(await hasStopped()).toBe(false);
});

test('the page’s own button stops the mail, and shows that', async () => {
  const { path, hasStopped } = await makeOne();
  const { text, headers } = await ask(path);
  expect(headers['x-robots-tag']).toBe('noindex, noimageindex');
  expect(text).toContain(site().world.cast.host.name);
  expect(text).not.toMatch(/<script|@example\.jp|family_token/);
  expect(text).toContain('しばらく休む');
  const [, action = ''] = /<form[^>]+action="([^"]+)"/.exec(text) ?? [];
  const [, name = '', value = ''] = /<button[^>]+name="(\w+)"[^>]+value="(\w+)"/.exec(text) ?? [];
  const done = await ask(action.replaceAll('&amp;', '&'), form({ [name]: value }));
  expect([done.status, done.headers.location]).toEqual([303, path]);
  expect(await hasStopped()).toBe(true);
  const stopped = await ask(path);
  expect(stopped.text).toContain('お便りのメールは止まっています');
  expect(stopped.text).toContain('また受け取りたく');
});

test('after a death it speaks of no other way, and of no beginning again', async () => {
  const { factory, world } = site();
  const day = civilDateOf(new Date());
  const days = { died_on: day, letters_end: day };
  const { path } = await makeOne(await makeResident(factory, world.cast.host.id, days));
  const { text } = await ask(path);
  expect(text).toContain('メールを止めますか');
  expect(text).not.toContain('しばらく休む');
  await ask(path, ONE_CLICK);
  const stopped = await ask(path);
  expect(stopped.text).toContain('お便りのメールは止まっています');
  expect(stopped.text).not.toContain('また受け取りたく');
});

test('a damaged link is a 404, for a press too', async () => {
  const { path, hasStopped } = await makeOne();
  for (const options of [{}, ONE_CLICK]) {
    const { status, text } = await ask(path.slice(0, -1), options);
    expect(status).toBe(404);
    expect(text).not.toContain(site().world.cast.host.name);
  }
  expect(await hasStopped()).toBe(false);
});

test('once the last day is over it says so, and what is pressed is kept', async () => {
  const { path, hasStopped } = await makeOne();
  const { db } = site().factory;
  const ending = { words: '', asked_by: 'facility' as const };
  const set = { host_id: site().world.cast.host.id, created_at: new Date().toISOString() };
  const ends_on = addDays(civilDateOf(new Date()), -1);
  await db
    .insertInto('facility_endings')
    .values({ ...ending, ...set, ends_on })
    .execute();
  const { status, text } = await ask(path);
  expect(status).toBe(410);
  expect(text).toContain('これからお届けするお便りはありません。');
  expect(text).not.toMatch(/<form|これからもご覧|また受け取りたく/);
  const { status: pressed, body } = await ask(path, ONE_CLICK);
  expect([pressed, body.length]).toEqual([200, 0]);
  expect(await hasStopped()).toBe(true);
  expect((await ask(path)).status).toBe(410);
  await db.deleteFrom('facility_endings').execute();
});

test('once the facility is deleted it says that it ended, and a year later opens nothing', async () => {
  const { factory, dataDir } = site();
  const host = await makeHost(factory, { name: '終わりの家' });
  const secrets = makeSecrets(keptAppSecret(dataDir));
  const mailbox = { hostId: host.id, email: 'gone@example.jp' };
  const path = paths.stopMail(stopTokenOf({ secrets }, mailbox));
  const today = civilDateOf(new Date());
  await noteLinksOfEnded(factory, host, addDays(today, -61));
  // While its rows are still being removed, and afterwards.
  for (const when of ['removed', 'gone']) {
    const { status, text } = await ask(path);
    expect(status, when).toBe(410);
    expect(text).toContain(`${host.name}のつきだよりは、`);
    expect(text).not.toMatch(/<form|メールは止まっています|お問い合わせください/);
    expect((await ask(path, ONE_CLICK)).status).toBe(200);
    await factory.db.deleteFrom('hosts').where('id', '=', host.id).execute();
  }
  await factory.db.deleteFrom('ended_facilities').execute();
  const { status, text } = await ask(path);
  expect(status).toBe(404);
  expect(text).toContain('このリンクは使えません');
});

test('a press opens no other page to other sites', async () => {
  const { path } = await makeOne();
  const token = path.slice(paths.letterStop.length);
  const headers = { ...ONE_CLICK.headers, Origin: 'https://mail.example' };
  for (const other of ['/letters/receive', '/letters', '/families/address']) {
    const { status } = await ask(`${other}${token}`, { ...ONE_CLICK, headers });
    expect(status, other).toBe(403);
  }
});
