import type { Actor } from '#domains/account/session/session.ts';
import { SHOWN_DAYS } from '#domains/audit/audit.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { toCsv } from '#lib/csv.ts';
import { DAY_MS } from '#lib/durations.ts';
import { moment } from '#lib/figures.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { MOST_EXPORTED } from './history.ts';
import { listNames, listNamesOfGone, sentenceOf, sourceOf } from './read-history.ts';

const HEADINGS = ['日時', '記録', '端末', '接続元', 'ログインの方法'];

/** Every event that the history shows, one in a line, newest first; the export is recorded. */
export async function exportHistory(rt: Runtime, actor: Actor): Promise<string> {
  const { id: hostId } = actor.host;
  const since = new Date(rt.clock.now().getTime() - SHOWN_DAYS * DAY_MS).toISOString();
  const rows = await listLines(rt.db, hostId, since);
  const names = new Map([
    ...(await listNamesOfGone(rt.db, hostId)),
    ...(await listNames(rt.db, hostId, null)),
  ]);
  await noteAct(rt, actor, { action: 'export.history' });
  const lines = rows.map((row) => [
    moment(row.created_at),
    sentenceOf({ ...row, count: 1 }, names),
    ...sourceOf(row),
  ]);
  return toCsv([HEADINGS, ...lines]);
}

const listLines = (db: Db, hostId: string, since: string) =>
  db
    .selectFrom('audit_logs')
    .select(['staff_id', 'action', 'target', 'resident_id', 'detail', 'created_at'])
    .select(['address', 'network', 'browser', 'way'])
    .where('host_id', '=', hostId)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_EXPORTED)
    .execute();
