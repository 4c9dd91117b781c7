import { sql } from 'kysely';
import { WAY_WORDS, toWay } from '#domains/account/session/session.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { AuditAction } from '#domains/audit/audit.ts';
import { SHOWN_DAYS } from '#domains/audit/audit.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { daysBefore } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { actionsOf, actionsTogether } from './events.ts';
import type { History, HistoryLine, HistoryQuery } from './history.ts';
import { HISTORY_PAGE_SIZE } from './history.ts';
import type { Names } from './sentence.ts';
import { sentenceOf } from './sentence.ts';

/** The history of the actor's facility in the last 90 days, newest first (P30). */
export async function readHistory(
  rt: Runtime,
  { host }: Actor,
  { page, staffId, kind }: HistoryQuery,
): Promise<History> {
  const since = daysBefore(rt.clock.now(), SHOWN_DAYS);
  const actions = kind === null ? null : actionsOf(kind);
  const rows = await listEvents(
    rt.db,
    { hostId: host.id, since, staffId, actions },
    { limit: HISTORY_PAGE_SIZE + 1, offset: (page - 1) * HISTORY_PAGE_SIZE },
  );
  const shown = rows.slice(0, HISTORY_PAGE_SIZE);
  const names = await readNames(rt, host.id, shown);
  return {
    days: byDay(
      shown.map((row) => ({
        at: row.at,
        text: sentenceOf(row, names),
        source: SESSION_ACTIONS.has(row.action) ? sourceOf(row).filter(Boolean).join('・') : '',
      })),
    ),
    hasMore: rows.length > HISTORY_PAGE_SIZE,
    people: await listPeople(rt.db, host.id),
  };
}

const SESSION_ACTIONS: ReadonlySet<string> = new Set(actionsOf('session'));

type Source = Pick<EventRow, 'address' | 'network' | 'browser' | 'way'>;

/** Browser, address and way; empty where they are not known. */
export const sourceOf = ({ address, network, browser, way }: Source): string[] => [
  browser ?? '',
  address ?? network ?? '',
  way === null ? '' : WAY_WORDS[toWay(way)],
];

/** Of those whom the sentences name. */
async function readNames(rt: Runtime, hostId: string, rows: EventRow[]): Promise<Names> {
  const known = new Set<string>();
  const asking: Names = { get: (id) => void known.add(id) };
  for (const row of rows) sentenceOf(row, asking);
  if (known.size === 0) return asking;
  const names = await listNames(rt.db, hostId, [...known]);
  if (names.size === known.size) return names;
  return new Map([...(await listNamesOfGone(rt.db, hostId)), ...names]);
}

function byDay(lines: HistoryLine[]): History['days'] {
  const days = new Map<string, HistoryLine[]>();
  for (const line of lines) {
    const day = civilDateOf(new Date(line.at));
    days.set(day, [...(days.get(day) ?? []), line]);
  }
  return [...days].map(([day, ofDay]) => ({ day, lines: ofDay }));
}

interface Wanted {
  hostId: string;
  since: string;
  staffId: string | null;
  actions: string[] | null;
}

const list = (actions: string[]) => sql.join(actions.map((action) => sql.val(action)));

/** Keeps events of the same hour and person separate. */
const apart = sql<string>`CASE
  WHEN action IN (${list(actionsTogether('resident'))}) THEN coalesce(resident_id, '')
  WHEN action IN (${list(actionsTogether('target'))}) THEN coalesce(target, '')
  WHEN action IN (${list(actionsTogether('all'))}) THEN ''
  ELSE id END`;

/** After the time, which has 24 characters. */
const idOfNewest = sql<string>`substr(max(created_at || id), 25)`;

/** Newest first, similar ones as the newest of them. */
const listEvents = (
  db: Db,
  { hostId, since, staffId, actions }: Wanted,
  { limit, offset }: { limit: number; offset: number },
) =>
  db
    .selectFrom(
      db
        .selectFrom('audit_logs')
        .select((eb) => [eb.fn.max('created_at').as('at'), eb.fn.countAll<number>().as('count')])
        .select(idOfNewest.as('newest_id'))
        .where('host_id', '=', hostId)
        .where('created_at', '>=', since)
        .$if(staffId !== null, (query) => query.where('staff_id', '=', staffId))
        .$if(actions !== null, (query) => query.where('action', 'in', orNone(actions ?? [])))
        .groupBy([sql`substr(created_at, 1, 13)`, 'staff_id', 'action', 'detail', apart])
        .orderBy('at', 'desc')
        .orderBy('newest_id')
        .limit(limit)
        .offset(offset)
        .as('similar'),
    )
    .innerJoin('audit_logs', 'audit_logs.id', 'similar.newest_id')
    .select(['id', 'staff_id', 'action', 'target', 'resident_id', 'detail', 'at', 'count'])
    .select(['address', 'network', 'browser', 'way'])
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();

type EventRow = Awaited<ReturnType<typeof listEvents>>[number];

const NAMED = ['staffs', 'residents', 'families'] as const;

/** @param ids null for everyone */
export async function listNames(db: Db, hostId: string, ids: string[] | null) {
  const names = new Map<string, string>();
  for (const table of NAMED) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('host_id', '=', hostId)
      .$if(ids !== null, (query) => query.where('id', 'in', orNone(ids ?? [])))
      .execute();
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}

const GONE: AuditAction[] = ['staff.deleted', 'family.deleted', 'resident.deleted'];

export async function listNamesOfGone(db: Db, hostId: string) {
  const rows = await db
    .selectFrom('audit_logs')
    .select(['target', 'detail'])
    .where('host_id', '=', hostId)
    .where('action', 'in', GONE)
    .execute();
  return new Map(rows.map(({ target, detail }) => [target ?? '', detail ?? '']));
}

const listPeople = (db: Db, hostId: string) =>
  db
    .selectFrom('staffs')
    .select(['id', 'name'])
    .where('host_id', '=', hostId)
    .where('confirmed_at', 'is not', null)
    .orderBy('name_kana')
    .execute();
