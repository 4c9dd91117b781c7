import { beforeEach, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import type { Link } from '#domains/letter/link.ts';
import { openLink } from '#domains/letter/link.ts';
import { changeOwnWay, readOwnWay } from '#domains/letter/receive/change-own-way.ts';
import { OwnWayPress } from '#domains/letter/receive/own-way.ts';
import { changeFamily } from '#domains/people/manage-families.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { readEvents } from '../support/events.ts';
import { makeFamily, makeLetter } from '../support/factories.ts';

const EMAIL = 'hana@example.jp';
let id: string;
let link: Link;

castEachTest(['admin']);
beforeEach(async () => {
  const family = await makeFamily(rt, cast.resident, { email: EMAIL, delivery: 'email' });
  ({ id } = family);
  const tokens = { familyToken: family.token, residentToken: cast.resident.token };
  const found = await openLink(rt, tokens);
  if (!found) throw new Error('no link');
  link = found;
  await rt.db.deleteFrom('audit_logs').execute();
});

const press = (fields: Record<string, string>) =>
  changeOwnWay(rt, link, OwnWayPress.parse(fields), { address: '203.0.113.7' });
const own = () => readOwnWay(rt, link);
const mailed = async (at: string): Promise<number> => {
  rt.clock.set(at);
  await runDeliveries(rt);
  return (await waiting()).length;
};
const waiting = () =>
  rt.db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', EMAIL)
    .where('kind', '=', 'delivery')
    .where('state', '=', 'queued')
    .execute();

test('a paused family gets no mail until the letter that it named, nor those left out', async () => {
  for (const month of [202610, 202611, 202612]) await makeLetter(rt, cast.host.id, month);
  await press({ press: 'pause', letters: '2' });
  expect(await own()).toMatchObject({ pausedUntil: 202612, way: 'email' });
  expect(await mailed('2026-11-01T09:00:00+09:00')).toBe(0);
  expect(await mailed('2026-12-01T09:00:00+09:00')).toBe(0);
  expect(await mailed('2027-01-01T09:00:00+09:00')).toBe(1);
  expect(await own()).toMatchObject({ pausedUntil: null });
});

test('a pause that ends early lets the next letter go', async () => {
  await makeLetter(rt, cast.host.id, 202610);
  await press({ press: 'pause', letters: '12' });
  await press({ press: 'resume' });
  expect(await mailed('2026-11-01T09:00:00+09:00')).toBe(1);
});

test('what waits to be sent is taken back', async () => {
  await makeLetter(rt, cast.host.id, 202610);
  expect(await mailed('2026-11-01T09:00:00+09:00')).toBe(1);
  await press({ press: 'stop' });
  expect(await waiting()).toEqual([]);
});

test('who has stopped is mailed again by its own choice only', async () => {
  await makeLetter(rt, cast.host.id, 202610);
  await press({ press: 'stop' });
  expect(await own()).toMatchObject({ way: 'link', hasStopped: true, getsMail: false });
  for (const change of [{ delivery: 'email' as const }, { alsoByMail: true }]) {
    await expect(changeFamily(rt, admin, id, change)).rejects.toMatchObject({ status: 422 });
  }
  await changeFamily(rt, admin, id, { email: 'other@example.jp', addressWasAnothers: false });
  await changeFamily(rt, admin, id, { email: EMAIL, addressWasAnothers: false });
  expect(await mailed('2026-11-01T09:00:00+09:00')).toBe(0);
  await press({ press: 'email' });
  expect(await own()).toMatchObject({ way: 'email', hasStopped: false });
});

test('paper needs an address, which the family types', async () => {
  expect(OwnWayPress.safeParse({ press: 'paper', postcode: '', pref: '' }).success).toBe(false);
  const address = { postcode: '100-0001', pref: '東京都', city: '千代田区', town: '千代田' };
  await press({ press: 'paper', ...address, street: '1-1' });
  expect(await own()).toMatchObject({ way: 'print', address: { ...address, postcode: '1000001' } });
});

test('the history says what was chosen, once, and not where from', async () => {
  await press({ press: 'pause', letters: '1' });
  await press({ press: 'pause', letters: '1' });
  await press({ press: 'resume' });
  await press({ press: 'resume' });
  await press({ press: 'stop' });
  const events = await readEvents(rt);
  expect(events.map(({ action, target, detail }) => [action, target, detail])).toEqual([
    ['family.way_chosen', id, 'pause 202611'],
    ['family.way_chosen', id, 'resume'],
    ['family.way_chosen', id, 'stop'],
  ]);
});

test('the address is shown in part', async () => {
  expect((await own()).email).toBe('h…@example.jp');
});
