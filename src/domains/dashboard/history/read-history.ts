import { sql } from 'kysely';
import { WAY_WORDS, toWay } from '#domains/account/session/session.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { AuditAction } from '#domains/audit/audit.ts';
import { SHOWN_DAYS } from '#domains/audit/audit.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { sama, san } from '#lib/honorific.ts';
import { namesOf } from '#domains/item/still-there.ts';
import { FACILITY_WIDE } from '#domains/item/together.ts';
import { daysBefore } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Entry, History, HistoryLine, HistoryQuery } from './history.ts';
import { HISTORY_PAGE_SIZE } from './history.ts';
import { WORDS, actionsOf, actionsTogether } from './event-words.ts';

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

/** A change of role has the role after the id. */
const targetOf = ({ target }: Said): [id: string, word: string] => {
  const [id = '', word = ''] = (target ?? '').split(' ');
  return [id, word];
};

/** Photos and mails have no name. */
const NAMES_TARGET = /^(staff|session|operator|family|delivery|archive|answer|handover|consent)\./;

async function readNames(rt: Runtime, hostId: string, rows: EventRow[]): Promise<Names> {
  const ids = rows.flatMap((row) => [
    row.staff_id,
    row.resident_id,
    NAMES_TARGET.test(row.action) ? targetOf(row)[0] : null,
    isMove(row) ? row.detail : null,
    ...placesIn(row),
  ]);
  const known = new Set(ids.filter((id): id is string => Boolean(id)));
  if (known.size === 0) return new Map();
  const names = await listNames(rt.db, hostId, [...known]);
  if (names.size === known.size) return names;
  return new Map([...(await listNamesOfGone(rt.db, hostId)), ...names]);
}

const isMove = ({ action }: Said): boolean => action === 'photo.moved' || action === 'photo.copied';

/** Of a photo of several people, changed together, or who was named on one of 施設全体. */
const placesIn = ({ action, detail }: Said): string[] =>
  action.endsWith('_together') || action === 'photo.people_named'
    ? (detail ?? '').split(' ').filter(Boolean)
    : [];

/** Done by a family, whose id is the target. */
const BY_FAMILY = new Set([
  'archive.taken',
  'answer.sent',
  'consent.answered',
  'family.way_chosen',
  'family.line_joined',
]);

const GONE_STAFF = '以前の職員';
const SOMEONE = 'どなたか';

type Said = Omit<EventRow, keyof Source | 'id' | 'at'>;

/** `佐藤 花子さんが、山田 ハル様の写真を3枚削除しました` */
export function sentenceOf(row: Said, names: Names): string {
  const entry = WORDS[row.action as AuditAction] as Entry | undefined;
  const [id, word] = targetOf(row);
  const isOfPeople = /^(staff|session|operator)\./.test(row.action);
  const ofResident = (resident: string | null): string =>
    resident ? `${sama(names.get(resident) ?? '登録のない方')}の` : '施設全体の';
  const target = isOfPeople
    ? san(names.get(id) || GONE_STAFF)
    : sama(names.get(id) ?? '登録のない方');
  const resident = ofResident(row.resident_id);
  const nameOf = (place: string): string | null =>
    place === FACILITY_WIDE ? null : (names.get(place) ?? '登録のない方');
  const by = row.staff_id === null ? entry?.by : san(names.get(row.staff_id) || GONE_STAFF);
  const family = BY_FAMILY.has(row.action) ? `${resident}ご家族 ${target}` : undefined;
  const facts = {
    count: row.count,
    resident,
    target,
    from: isMove(row) ? ofResident(row.detail) : '',
    places: `${namesOf(placesIn(row).map((place) => ({ residentName: nameOf(place) })))}の`,
    detail: row.detail ?? word,
  };
  return `${family ?? by ?? SOMEONE}が、${entry?.says(facts) ?? 'この版では表示できない操作をしました'}`;
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
export async function listNames(db: Db, hostId: string, ids: string[] | null): Promise<Names> {
  const names: Names = new Map();
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

type Names = Map<string, string>;

const GONE = ['staff.deleted', 'family.deleted', 'resident.deleted'];

export async function listNamesOfGone(db: Db, hostId: string): Promise<Names> {
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
