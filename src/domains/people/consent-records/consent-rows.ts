import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';

export type NewConsentRow = Insertable<Database['consents']>;

/** A statement takes some 32,000 values. */
const ROWS_AT_ONCE = 1000;

export async function insertConsents(db: Db, rows: readonly NewConsentRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('consents')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
}

const withRecorder = (db: Db, hostId: string) =>
  db
    .selectFrom('consents')
    .leftJoin('staffs', (join) =>
      join
        .onRef('staffs.id', '=', 'consents.recorded_by')
        .onRef('staffs.host_id', '=', 'consents.host_id'),
    )
    .selectAll('consents')
    .select('staffs.name as recorder_name')
    .where('consents.host_id', '=', hostId);

/** Newest first; a family's answer counts from its confirmation on. */
export const listConsentsOf = (db: Db, hostId: string, residentId: string) =>
  withRecorder(db, hostId)
    .where('consents.resident_id', '=', residentId)
    .orderBy((eb) => eb.fn.coalesce('consents.confirmed_at', 'consents.created_at'), 'desc')
    .orderBy('consents.created_at', 'desc')
    .orderBy('consents.id')
    .execute();

/** Of all residents, each one's oldest first. */
export const listAllConsents = (db: Db, hostId: string) =>
  withRecorder(db, hostId)
    .orderBy('consents.resident_id')
    .orderBy('consents.created_at')
    .orderBy('consents.id')
    .execute();

export type ConsentRow = Awaited<ReturnType<typeof listConsentsOf>>[number];

/** Oldest first. */
export const listConsents = (db: Db, hostId: string, ids: readonly string[]) =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('host_id', '=', hostId)
    .where('id', 'in', orNone(ids))
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const updateConfirmed = (
  db: Db,
  { host_id, id }: Pick<NewConsentRow, 'host_id' | 'id'>,
  change: { confirmed_at: string; recorded_by: string },
) =>
  db
    .updateTable('consents')
    .set(change)
    .where('host_id', '=', host_id)
    .where('id', '=', id)
    .execute();

export const deleteWaiting = (db: Db, hostId: string, id: string) =>
  db
    .deleteFrom('consents')
    .where('host_id', '=', hostId)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
