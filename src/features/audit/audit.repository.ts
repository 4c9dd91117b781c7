import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { actionsTogether } from './audit-words.ts';

export const insertAuditLog = (db: Db, row: Insertable<Database['audit_logs']>) =>
  db.insertInto('audit_logs').values(row).execute();

/** By facility, as they are indexed: all events together are too many to read. */
export async function deleteAuditLogsBefore(db: Db, instant: string): Promise<void> {
  const old = db.deleteFrom('audit_logs').where('created_at', '<', instant);
  await old.where('host_id', 'in', ({ selectFrom }) => selectFrom('hosts').select('id')).execute();
  await old.where('host_id', 'is', null).execute();
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
export const listEvents = (
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
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();

export type EventRow = Awaited<ReturnType<typeof listEvents>>[number];

const NAMED = ['staffs', 'residents', 'families'] as const;

export async function listNames(db: Db, hostId: string, ids: string[]): Promise<Names> {
  const names: Names = new Map();
  for (const table of NAMED) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('host_id', '=', hostId)
      .where('id', 'in', orNone(ids))
      .execute();
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}

export type Names = Map<string, string>;

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

export const listPeople = (db: Db, hostId: string) =>
  db
    .selectFrom('staffs')
    .select(['id', 'name'])
    .where('host_id', '=', hostId)
    .where('confirmed_at', 'is not', null)
    .orderBy('name_kana')
    .execute();
