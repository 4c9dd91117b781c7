import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { narrowFirst } from '#domains/people/consent.ts';
import type { Db } from '#server/database.ts';
import { countRows, inPieces, ofOneHost, orNone } from '#server/lists.ts';

export type NewConsentRow = Insertable<Database['consents']>;

type OfResident = Pick<NewConsentRow, 'host_id' | 'resident_id'>;

/**
 * Pictures obey the narrowest answer that waits, whatever changed among them (P49):
 * `residents_update_waits` writes and removes its rows in `withheld_pictures` (`db/today`).
 */
const obeyWaiting = (db: Db, { host_id, resident_id }: OfResident) => {
  // "none" sorts before "own".
  const narrowest = db
    .selectFrom('consents')
    .select(({ fn }) => fn.min<'own' | 'none' | null>('answer').as('answer'))
    .where((eb) => eb.and({ host_id, resident_id, confirmed_at: null }))
    .where('answer', '<>', 'all');
  return db
    .updateTable('residents')
    .set({ waiting_consent: narrowest })
    .where((eb) => eb.and({ host_id, id: resident_id }))
    .where('waiting_consent', 'is distinct from', narrowest)
    .execute();
};

export async function insertConsents(db: Db, rows: readonly NewConsentRow[]): Promise<void> {
  for (const some of inPieces(rows)) await db.insertInto('consents').values(some).execute();
  for (const row of rows) if (!row.confirmed_at) await obeyWaiting(db, row);
}

const withRecorder = (db: Db, hostId: string) =>
  db
    .selectFrom('consents')
    .leftJoin('staffs', ofOneHost('staffs.id', 'consents.recorded_by'))
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

/** For all residents, each one's oldest first. */
export const listAllConsents = (db: Db, hostId: string) =>
  withRecorder(db, hostId)
    .orderBy('consents.resident_id')
    .orderBy('consents.created_at')
    .orderBy('consents.id')
    .execute();

export type ConsentRow = Awaited<ReturnType<typeof listConsentsOf>>[number];

export const countConsentsOf = (db: Db, hostId: string, ids: readonly string[]) =>
  countRows(db.selectFrom('consents').where('host_id', '=', hostId).where('id', 'in', orNone(ids)));

/** What waits of one family, narrowest first. */
export const listOwnWaiting = async (
  db: Db,
  { host_id, resident_id }: OfResident,
  familyId: string,
) =>
  (
    await db
      .selectFrom('consents')
      .selectAll()
      .where((eb) => eb.and({ host_id, resident_id, family_id: familyId, confirmed_at: null }))
      .execute()
  ).sort((a, b) => narrowFirst(a.answer, b.answer));

/** Who answered what, and how, as pages and calls name it. */
export const saidIn = (row: Selectable<Database['consents']>) => ({
  id: row.id,
  answer: row.answer,
  by: row.given_by,
  byName: row.by_name,
  relationship: row.relationship,
  on: row.answered_on,
  how: row.way,
  note: row.note,
});

type Waiting = OfResident & { id: string };

export async function updateConfirmed(
  db: Db,
  row: Waiting,
  change: { confirmed_at: string; recorded_by: string },
): Promise<void> {
  await db
    .updateTable('consents')
    .set(change)
    .where((eb) => eb.and({ host_id: row.host_id, id: row.id }))
    .execute();
  await obeyWaiting(db, row);
}

export async function deleteWaiting(db: Db, row: Waiting): Promise<void> {
  await db
    .deleteFrom('consents')
    .where((eb) => eb.and({ host_id: row.host_id, id: row.id, confirmed_at: null }))
    .execute();
  await obeyWaiting(db, row);
}
