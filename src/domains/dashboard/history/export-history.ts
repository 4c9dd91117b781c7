import type { Actor } from '#domains/account/session/session.ts';
import type { Kind } from '#domains/audit/audit.ts';
import { SHOWN_DAYS } from '#domains/audit/audit.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { toCsv } from '#lib/csv.ts';
import { daysBefore } from '#lib/durations.ts';
import { moment } from '#lib/figures.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { orNone } from '#server/lists.ts';
import { actionsOf } from './events.ts';
import { MOST_EXPORTED } from './history.ts';
import { listNames, listNamesOfGone, sourceOf } from './read-history.ts';
import { sentenceOf } from './sentence.ts';

const HEADINGS = ['日時', '記録', '端末', '接続元', 'ログインの方法'];

/** Every event that the history shows, one in a line, newest first; the export is recorded. */
export async function exportHistory(rt: Runtime, actor: Actor): Promise<string> {
  const { id: hostId } = actor.host;
  const since = daysBefore(rt.clock.now(), SHOWN_DAYS);
  const lines = await readEvents(rt, hostId, { since });
  await noteAct(rt, actor, { action: 'export.history' });
  return toCsv([HEADINGS, ...lines]);
}

interface Span {
  since: string;
  /** An instant; none: to the last one. */
  until?: string;
  /** None: of every kind. */
  kinds?: readonly Kind[];
}

/**
 * Events, newest first, one in a line of `HEADINGS`.
 * @param hostId null for those of the whole server
 */
export async function readEvents(
  { db }: Pick<Runtime, 'db'>,
  hostId: string | null,
  span: Span,
): Promise<string[][]> {
  const rows = await listLines(db, hostId, span);
  const names = hostId === null ? new Map<string, string>() : await readAllNames(db, hostId);
  return rows.map((row) => [
    moment(row.created_at),
    sentenceOf({ ...row, count: 1 }, names),
    ...sourceOf(row),
  ]);
}

const readAllNames = async (db: Db, hostId: string): Promise<Map<string, string>> =>
  new Map([...(await listNamesOfGone(db, hostId)), ...(await listNames(db, hostId, null))]);

const listLines = (db: Db, hostId: string | null, { since, until, kinds }: Span) =>
  db
    .selectFrom('audit_logs')
    .select(['staff_id', 'action', 'target', 'resident_id', 'detail', 'created_at'])
    .select(['address', 'network', 'browser', 'way'])
    .where('host_id', hostId === null ? 'is' : '=', hostId)
    .where('created_at', '>=', since)
    .$if(until !== undefined, (query) => query.where('created_at', '<', until ?? ''))
    .$if(kinds !== undefined, (query) =>
      query.where('action', 'in', orNone((kinds ?? []).flatMap(actionsOf))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_EXPORTED)
    .execute();
