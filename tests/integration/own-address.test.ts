import { beforeEach, expect, test } from 'vitest';
import { readWayChanges } from '#domains/dashboard/history/way-changes.ts';
import { setEnding } from '#domains/facility/ending/set-ending.ts';
import type { Link } from '#domains/letter/link.ts';
import { openLink } from '#domains/letter/link.ts';
import { changeOwnWay, readOwnWay } from '#domains/letter/receive/change-own-way.ts';
import { pressAddress, readAddressPage } from '#domains/letter/receive/own-address.ts';
import { OwnWayPress, hidden } from '#domains/letter/receive/own-way.ts';
import { takeStop } from '#domains/letter/receive/stop-by-mail.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { readMails } from '../support/accounts.ts';
import { HOUR } from '../support/clock.ts';
import { endingOf } from '../support/endings.ts';
import { readEvents } from '../support/events.ts';
import { makeFamily } from '../support/factories.ts';
import { stopTokenOf } from '../support/stop-links.ts';
import { pressed } from '../support/stop-walk.ts';

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

test('another address is the family’s once the button in its mail was pressed, not before', async () => {
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

const change = async (to: string) => {
  await press({ press: 'address', email: to });
  const token = await tokenTo(to);
  await pressAddress(rt, token);
  return token;
};
const isAt = async (address: string) => {
  const { way, email, pausedUntil, hasStopped } = await own();
  expect({ way, email }).toEqual({ way: 'email', email: hidden(address) });
  expect({ pausedUntil, hasStopped }).toEqual({ pausedUntil: null, hasStopped: false });
};
const currentAddress = async () =>
  (await rt.db.selectFrom('families').select('email').where('id', '=', id).executeTakeFirst())
    ?.email ?? '';
const stopAt = (email: string) =>
  takeStop(
    rt,
    stopTokenOf(rt, { hostId: cast.host.id, email }),
    pressed('List-Unsubscribe=One-Click'),
  );
const ADDRESS = { postcode: '1000001', pref: '東京都', city: '千代田区', street: '1-1' } as const;
const PAPER = { postcode: '100-0001', pref: '東京都', city: '千代田区', town: '千代田' };

test('can be taken back from the former one for 14 days', async () => {
  await change(OTHER);
  const back = await tokenTo(EMAIL);
  expect(await state(back)).toBe('open');
  rt.clock.set('2026-10-30T09:00:00+09:00');
  await pressAddress(rt, back);
  await isAt(EMAIL);
  expect(await state(back)).toBe('done');
});

test.each([
  ['another address', () => change('third@example.jp')],
  ['paper', () => press({ press: 'paper', ...PAPER, street: '1-1' })],
  ['a pause', () => press({ press: 'pause', letters: '3' })],
  ['staff who put its name right', () => changeFamily(rt, admin, id, { name: '山田 花' })],
])('can be taken back whatever follows: %s', async (_name, follows) => {
  await change(OTHER);
  const back = await tokenTo(EMAIL);
  await follows();
  expect(await state(back)).toBe('open');
  await pressAddress(rt, back);
  await isAt(EMAIL);
});

test('can be taken back after a stop, by a new button: the old ones end with it', async () => {
  const proof = await change(OTHER);
  const old = await tokenTo(EMAIL);
  rt.clock.advance(24 * HOUR);
  await press({ press: 'stop' });
  for (const token of [proof, old]) expect(await state(token)).not.toBe('open');
  const anew = await tokenTo(EMAIL);
  rt.clock.advance((13 * 24 - 1) * HOUR);
  expect(await state(anew)).toBe('open');
  rt.clock.advance(HOUR);
  expect(await state(anew)).toBe('over');
});

test('a taking back ends every button of before, and tells the other address', async () => {
  const proof = await change(OTHER);
  await ask();
  await press({ press: 'address', email: 'third@example.jp' });
  const tokens = [proof, await tokenTo(OTHER), await tokenTo('third@example.jp')];
  const back = await tokenTo(EMAIL);
  await pressAddress(rt, back);
  for (const token of tokens) {
    expect(await state(token)).toBe('unknown');
    await pressAddress(rt, token);
  }
  await isAt(EMAIL);
  const told = await mailTo(OTHER);
  expect(told).toMatchObject({ kind: 'address_changed' });
  expect(JSON.stringify(told)).not.toContain('/families/');
  await changeFamily(rt, admin, id, { email: OTHER, addressWasAnothers: false });
  await pressAddress(rt, back);
  await isAt(OTHER);
});

test('who had the letters first takes them back from whoever took them back', async () => {
  await change(OTHER);
  await change('third@example.jp');
  await press({ press: 'address', email: 'third@example.jp' });
  const third = await tokenTo('third@example.jp');
  await pressAddress(rt, await tokenTo(OTHER));
  await isAt(OTHER);
  await pressAddress(rt, await tokenTo(EMAIL));
  await isAt(EMAIL);
  expect(await state(third)).toBe('unknown');
});

test('neither mail holds a trace of the other address', async () => {
  await change(OTHER);
  for (const [to, not] of [
    [EMAIL, OTHER],
    [OTHER, EMAIL],
  ] as const) {
    const token = await tokenTo(to);
    const said = `${JSON.stringify(await mailTo(to))}${Buffer.from(token, 'base64url').toString('latin1')}`;
    for (const part of token.split('.')) {
      expect(Buffer.from(part, 'base64url').toString('latin1')).not.toContain(not);
    }
    expect(said).not.toContain(not);
    expect(said).not.toContain(id);
  }
});

test.each([
  ['a renewal of its link', () => changeFamily(rt, admin, id, { rotateToken: true })],
  [
    'a renewal of its resident’s links',
    () => updateResident(rt, admin, cast.resident.id, { rotateToken: true }),
  ],
  ['another resident', () => changeFamily(rt, admin, id, { residentId: cast.neighbour.id })],
  ['its own stop', () => press({ press: 'stop' })],
  ['a stop by mail', async () => stopAt(await currentAddress())],
  ['another way, by staff', () => changeFamily(rt, admin, id, { delivery: 'print', ...ADDRESS })],
  [
    'another address, by staff',
    () => changeFamily(rt, admin, id, { email: 'staff@example.jp', addressWasAnothers: false }),
  ],
  ['its removal', () => removeFamily(rt, admin, id)],
])('a button ends with what it was made for: %s', async (_name, ends) => {
  await change(OTHER);
  const former = await tokenTo(EMAIL);
  await press({ press: 'address', email: 'third@example.jp' });
  const proof = await tokenTo('third@example.jp');
  await ends();
  const row = () =>
    rt.db.selectFrom('families').selectAll().where('id', '=', id).executeTakeFirst();
  const before = await row();
  for (const token of [former, proof]) {
    expect(await state(token)).toBe('unknown');
    expect(await pressAddress(rt, token)).toMatchObject({ state: 'unknown' });
  }
  expect(await row()).toEqual(before);
});

test.each<[string, Record<string, string>]>([
  ['paper', { press: 'paper', ...PAPER, street: '1-1' }],
  ['a pause', { press: 'pause', letters: '3' }],
  ['a stop', { press: 'stop' }],
])('%s is told to the mailbox, which can take it back', async (_name, fields) => {
  await press(fields);
  expect(await mailTo(EMAIL)).toMatchObject({ kind: 'address_changed' });
  const back = await tokenTo(EMAIL);
  expect(await state(back)).toBe('open');
  await pressAddress(rt, back);
  await isAt(EMAIL);
  expect(await state(back)).toBe('done');
});

test('今月 names each change until the link is renewed', async () => {
  const named = async () => (await readWayChanges(rt, cast.host.id)).map(({ text }) => text);
  await change(OTHER);
  rt.clock.advance(HOUR);
  await press({ press: 'pause', letters: '1' });
  const [pause, address] = await named();
  expect(pause).toContain('まで休むことにしました');
  expect(address).toContain('お便りを受け取るメールアドレスを変えました');
  rt.clock.advance(14 * 24 * HOUR - 1);
  expect(await named()).toEqual([pause]);
  await changeFamily(rt, admin, id, { rotateToken: true });
  expect(await named()).toEqual([]);
  rt.clock.advance(1);
  await changeFamily(rt, admin, id, { email: EMAIL, addressWasAnothers: false });
  expect(await named()).toEqual([]);
});

test('who stopped by mail, or has stopped, is told nothing', async () => {
  await stopAt(EMAIL);
  await change(OTHER);
  expect((await readMails(rt)).filter(({ recipient }) => recipient === EMAIL)).toEqual([]);
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
  await ask();
  expect(await state(token)).toBe('unknown');
});

test('takes up the mail that the family had stopped', async () => {
  await press({ press: 'stop' });
  await ask();
  expect(await own()).toMatchObject({ hasStopped: true });
  await pressAddress(rt, await tokenTo(OTHER));
  expect(await own()).toMatchObject({ hasStopped: false, way: 'email' });
});
