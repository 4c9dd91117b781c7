import { expect, test } from 'vitest';
import { noteEvent } from '#domains/audit/record-event.ts';
import {
  countContactsBefore,
  listConcerned,
  readAffected,
  readOperatorEvents,
} from '#domains/operator/affected.ts';
import type { OwnAction } from '#domains/audit/audit.ts';
import { MOST_EXPORTED } from '#domains/dashboard/history/history.ts';
import { affected } from '../../commands/admin/affected.ts';
import { makeApplication } from '../support/applications.ts';
import { cast, castEachTest, rt } from '../support/cast-each-test.ts';

castEachTest();
const NO_FLAGS = {
  ...{ same: false, move: false, short: false },
  ...{ 'take-back': false, 'dry-run': false },
};
const HOUR_MS = 3_600_000;
/** An hour from the frozen now on. */
const windowOf = (hour: number) => {
  const start = rt.clock.now().getTime() + hour * HOUR_MS;
  const at = (ms: number): string => new Date(ms).toISOString();
  return { since: at(start), until: at(start + HOUR_MS) };
};

test('tells what was done within the window, and nothing of before or after', async () => {
  const hostId = cast.host.id;
  const window = windowOf(1);
  const note = (action: OwnAction, at: string) =>
    noteEvent(
      { db: rt.db, clock: { now: () => new Date(at) } },
      { action, hostId, staffId: cast.general.id },
    );
  await note('export.families', windowOf(0).since);
  await note('export.residents', window.since);
  await note('session.started', window.since);
  await note('resident.deleted', window.since);
  await note('resident.token_rotated', window.since);
  await note('photo.added', window.since);
  await note('export.printed', window.until);
  const { events } = await readAffected(rt, hostId, window);
  expect(events).toHaveLength(4);
  for (const done of ['入居者', '登録を削除しました', 'リンクを新しくしました']) {
    expect(JSON.stringify(events)).toContain(done);
  }
  const other = await readAffected(rt, cast.otherHost.id, window);
  expect(other.events).toEqual([]);
});

test('counts who was registered before its end, and letters of the time', async () => {
  const hostId = cast.host.id;
  const all = await readAffected(rt, hostId, windowOf(0));
  const people = await listConcerned(rt, hostId, windowOf(0));
  expect(people).toHaveLength(all.residents + all.families + all.staffs);
  expect(people.map(({ reach }) => reach)).toContain(cast.general.email);
  expect(JSON.stringify(people)).not.toContain(cast.family.token);
  const before = { since: '2020-01-01T00:00:00.000Z', until: '2020-01-02T00:00:00.000Z' };
  expect(await readAffected(rt, hostId, before)).toMatchObject({
    ...{ residents: 0, families: 0, staffs: 0, photos: 0, seen: 0, events: [] },
    letters: { sent: 0, families: 0 },
  });
  expect(await listConcerned(rt, hostId, before)).toEqual([]);
});

test('families who wait to be taken in are counted and listed, and nobody who was decided on', async () => {
  const hostId = cast.host.id;
  const where = { email: 'hana@example.jp', pref: '東京都' };
  await makeApplication(rt, cast.resident, where);
  await makeApplication(rt, cast.resident, { name: '', decided_at: windowOf(0).since });
  expect(await readAffected(rt, hostId, windowOf(1))).toMatchObject({ applications: 1 });
  expect(await readAffected(rt, hostId, windowOf(-1))).toMatchObject({ applications: 0 });
  const people = await listConcerned(rt, hostId, windowOf(1));
  expect(people.filter(({ role }) => role === 'お申し込みの方')).toEqual([
    { role: 'お申し込みの方', name: '田中 花（田中 ウメ）', reach: 'hana@example.jp 東京都' },
  ]);
});

test('questions are counted for the whole server', async () => {
  const contact = { name: '山田', email: 'y@example.jp', body: '質問' };
  await rt.db
    .insertInto('contacts')
    .values({ id: 'c1', ...contact, created_at: windowOf(0).since })
    .execute();
  expect(await countContactsBefore(rt, windowOf(0))).toBe(1);
  expect(await countContactsBefore(rt, windowOf(-1))).toBe(0);
});

test('a list of events that is cut off says so', async () => {
  const { id } = cast.host;
  const row = { host_id: id, action: 'session.ended', created_at: windowOf(0).since };
  const said = async () => {
    const options = { since: '1d', until: '2099-01-01', facility: id };
    return affected.run(rt, { words: [], options, flags: NO_FLAGS });
  };
  for (let at = 0; at < MOST_EXPORTED; at += 1000) {
    const rows = Array.from({ length: 1000 }, (_, n) => ({ ...row, id: `e${at + n}` }));
    await rt.db
      .insertInto('audit_logs')
      .values(rows.slice(at === 0 ? 1 : 0))
      .execute();
  }
  expect(await said()).not.toContain('件だけを出しました');
  await rt.db
    .insertInto('audit_logs')
    .values({ ...row, id: 'last' })
    .execute();
  expect(await said()).toContain(`新しいほうから${MOST_EXPORTED}件だけを出しました`);
});

test('what the operator did belongs to no facility', async () => {
  await noteEvent(rt, { action: 'operator.signed_in', target: 'x' });
  const events = await readOperatorEvents(rt, windowOf(0));
  expect(events.map(([, text]) => text)).toEqual(['運営者が、運営者の画面にログインしました']);
});
