import { beforeEach, describe, expect, test } from 'vitest';
import type { OwnAction } from '#domains/audit/audit.ts';
import { forgetOldEvents, noteEvent, noteOfFamily } from '#domains/audit/record-event.ts';
import { startSession } from '#domains/account/session/session-lifecycle.ts';
import { exportHistory } from '#domains/dashboard/history/export-history.ts';
import { MOST_EXPORTED, readHistoryQuery } from '#domains/dashboard/history/history.ts';
import { readHistory } from '#domains/dashboard/history/read-history.ts';
import type { RequestContext } from '#server/request-context.ts';
import { runInRequest } from '#server/request-context.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { CLIENT } from '../support/cast.ts';
import { DAY } from '../support/clock.ts';
import { readEvents } from '../support/events.ts';

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const request = (more: Partial<RequestContext> = {}): RequestContext => ({
  ...{ id: 'r', address: '203.0.113.77', userAgent: WINDOWS, way: 'totp', route: '', log: rt.log },
  problem: null,
  tell: () => undefined,
  fail: (error) => {
    throw error;
  },
  ...more,
});

castEachTest(['admin']);
beforeEach(async () => {
  await rt.db.deleteFrom('audit_logs').execute();
});

const note = (action: OwnAction = 'staff.profile_changed', more?: Partial<RequestContext>) =>
  runInRequest(request(more), () =>
    noteEvent(rt, { action, hostId: cast.host.id, staffId: admin.id }),
  );
const sources = async () =>
  (await readEvents(rt)).map(({ address, network, browser, way }) => [
    ...[address, network, browser, way],
  ]);

describe('where an event comes from', () => {
  test('is kept: the address, its network, the browser in words, and the way in', async () => {
    await note();
    expect(await sources()).toEqual([
      ['203.0.113.77', '203.0.113.0/24', 'Windows（Chrome）', 'totp'],
    ]);
  });

  test('of a sign-in, the way is the new one', async () => {
    await runInRequest(request({ way: null }), () =>
      startSession(rt, admin.id, cast.host.id, CLIENT, { way: 'passkey' }),
    );
    expect((await sources()).map((source) => source.at(-1))).toEqual(['passkey']);
  });

  test('is nowhere without a request, nor for families', async () => {
    await noteEvent(rt, { action: 'operator.facility_exported', hostId: cast.host.id });
    await runInRequest(request(), () => noteOfFamily(rt, { action: 'family.line_joined' }));
    expect(await sources()).toEqual([
      [null, null, null, null],
      [null, null, null, null],
    ]);
  });

  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:7:ab00::/56', '2001:db8:7::/48'],
  ])('%s is cut to %s after 30 days', async (address, network) => {
    await note('session.refused', { address });
    rt.clock.advance(30 * DAY);
    await forgetOldEvents(rt);
    expect((await sources())[0]?.slice(0, 2)).toEqual([address, network]);
    rt.clock.advance(1);
    await forgetOldEvents(rt);
    expect((await sources())[0]?.slice(0, 2)).toEqual([null, network]);
  });

  test('stands beside sign-ins in the history, and not beside everything', async () => {
    await note('session.refused', { way: null });
    await note();
    const { days } = await readHistory(rt, admin, readHistoryQuery(new URLSearchParams()));
    const lines = days.flatMap(({ lines }) => lines).map(({ source }) => source);
    expect(lines.sort()).toEqual(['', 'Windows（Chrome）・203.0.113.77']);
  });
});

describe('the history as CSV', () => {
  const lines = async () => (await exportHistory(rt, admin)).trimEnd().split('\r\n');

  test('has a line for each event, newest first, of the own facility', async () => {
    await note();
    rt.clock.advance(1000);
    await note('session.ended');
    await noteEvent(rt, { action: 'session.ended', hostId: cast.otherHost.id });
    const [headings, ...rows] = await lines();
    expect(headings).toBe('\ufeff日時,記録,端末,接続元,ログインの方法');
    expect(rows).toEqual([
      '2026-10-17 12:00,高橋 恵さんが、ログアウトしました,Windows（Chrome）,203.0.113.77,パスワードと認証アプリ',
      '2026-10-17 12:00,高橋 恵さんが、自分のお名前を変えました,Windows（Chrome）,203.0.113.77,パスワードと認証アプリ',
    ]);
  });

  test('is recorded itself', async () => {
    await lines();
    expect(await readEvents(rt)).toMatchObject([
      { action: 'export.history', host_id: cast.host.id, staff_id: admin.id },
    ]);
  });

  test('holds no formula', async () => {
    await rt.db.updateTable('staffs').set({ name: '=1+1' }).where('id', '=', admin.id).execute();
    await note();
    expect((await lines())[1]).toContain(",'=1+1さん");
  });

  test('is bounded', async () => {
    const row = {
      host_id: cast.host.id,
      action: 'session.ended',
      created_at: '2026-10-16T00:00:00.000Z',
    };
    const rows = Array.from({ length: MOST_EXPORTED + 1 }, (_, n) => ({ ...row, id: `e${n}` }));
    for (let at = 0; at < rows.length; at += 1000) {
      await rt.db
        .insertInto('audit_logs')
        .values(rows.slice(at, at + 1000))
        .execute();
    }
    expect(await lines()).toHaveLength(MOST_EXPORTED + 1);
  });
});
