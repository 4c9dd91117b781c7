import { beforeEach, describe, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { setEnding } from '#domains/facility/ending/set-ending.ts';
import type { Link } from '#domains/letter/link.ts';
import { openLink } from '#domains/letter/link.ts';
import { changeOwnWay, readOwnWay } from '#domains/letter/receive/change-own-way.ts';
import { pressAddress, readAddressPage } from '#domains/letter/receive/own-address.ts';
import { OwnWayPress } from '#domains/letter/receive/own-way.ts';
import { changeFamily } from '#domains/people/manage-families.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { readMails } from '../support/accounts.ts';
import { HOUR } from '../support/clock.ts';
import { endingOf } from '../support/endings.ts';
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

describe('another address', () => {
  const OTHER = 'other@example.jp';
  const mailTo = async (address: string) =>
    (await readMails(rt)).findLast(({ recipient }) => recipient === address);
  const tokenTo = async (address: string): Promise<string> => {
    const said = JSON.stringify(await mailTo(address));
    const url = /https?:[^"\\\s]+\/families\/address[^"\\\s]+/.exec(said)?.[0] ?? '';
    return new URL(url).searchParams.get('token') ?? '';
  };
  const state = async (token: string) => (await readAddressPage(rt, token)).state;
  const ask = () => press({ press: 'address', email: OTHER });

  test('is the family’s once the button in its mail was pressed, not before', async () => {
    await ask();
    const mail = JSON.stringify(await mailTo(OTHER));
    for (const person of [cast.resident.name, link.familyName]) expect(mail).not.toContain(person);
    const token = await tokenTo(OTHER);
    expect(await state(token)).toBe('open');
    expect((await own()).email).toBe('h…@example.jp');
    await pressAddress(rt, token);
    expect((await own()).email).toBe('o…@example.jp');
    const proved = rt.db.selectFrom('families').select('email_proved_at').where('id', '=', id);
    expect((await proved.executeTakeFirstOrThrow()).email_proved_at).not.toBeNull();
    await changeFamily(rt, admin, id, { email: EMAIL, addressWasAnothers: false });
    expect((await proved.executeTakeFirstOrThrow()).email_proved_at).toBeNull();
    await changeFamily(rt, admin, id, { email: OTHER, addressWasAnothers: false });
    await rt.db.deleteFrom('audit_logs').where('action', '=', 'family.changed').execute();
    await pressAddress(rt, token);
    expect(await state(token)).toBe('done');
    expect((await readEvents(rt)).map(({ detail }) => detail)).toEqual(['address']);
  });

  test('can be taken back from the former one for 14 days', async () => {
    await ask();
    await pressAddress(rt, await tokenTo(OTHER));
    const back = await tokenTo(EMAIL);
    expect(await state(back)).toBe('open');
    rt.clock.set('2026-10-30T09:00:00+09:00');
    await pressAddress(rt, back);
    expect((await own()).email).toBe('h…@example.jp');
    expect(await state(await tokenTo(OTHER))).toBe('over');
  });

  test('not a day after the mail, nor once another has come', async () => {
    await ask();
    const first = await tokenTo(OTHER);
    rt.clock.set('2026-10-20T09:00:00+09:00');
    expect(await state(first)).toBe('over');
    await pressAddress(rt, first);
    expect((await own()).email).toBe('h…@example.jp');
    await ask();
    const second = await tokenTo(OTHER);
    await changeFamily(rt, admin, id, { email: 'third@example.jp', addressWasAnothers: false });
    expect(await state(second)).toBe('unknown');
    await pressAddress(rt, second);
    expect((await own()).email).toBe('t…@example.jp');
  });

  test('not once the facility has ended', async () => {
    await ask();
    const token = await tokenTo(OTHER);
    await setEnding(rt, null, { ...endingOf(rt, cast.host.id, 0), isShort: true });
    expect(await state(token)).toBe('open');
    rt.clock.advance(12 * HOUR);
    expect(await pressAddress(rt, token)).toMatchObject({ state: 'ended' });
    expect((await own()).email).toBe('h…@example.jp');
  });

  test.each(['', 'new', 'new.a.b.1.c.d.e', 'former....'])('%j opens nothing', async (token) => {
    expect(await state(token)).toBe('unknown');
  });

  test('a changed part of the link opens nothing', async () => {
    await ask();
    const parts = (await tokenTo(OTHER)).split('.');
    for (const [at, part] of parts.entries()) {
      const changed = parts.with(at, part === 'new' ? 'former' : `${part}00`);
      expect(await state(changed.join('.')), String(at)).toBe('unknown');
    }
  });

  test('takes up the mail that the family had stopped', async () => {
    await press({ press: 'stop' });
    await ask();
    expect(await own()).toMatchObject({ hasStopped: true });
    await pressAddress(rt, await tokenTo(OTHER));
    expect(await own()).toMatchObject({ hasStopped: false, way: 'email' });
  });
});
