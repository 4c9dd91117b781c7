import type { Insertable, Updateable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { CivilDate } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { inPieces, ofOneHost, orNone } from '#server/lists.ts';

/** With the mail or message that is still in the outbox. @param familyIds of all by default */
export const listTellings = (db: Db, hostId: string, familyIds?: readonly string[]) =>
  db
    .selectFrom('ending_tellings as told')
    .leftJoin('outbox', ofOneHost('outbox.id', 'told.outbox_id'))
    .select(['told.family_id as familyId', 'told.account', 'told.ends_on as endsOn'])
    .select(['told.told_before as toldBefore', 'told.set_at as setAt', 'told.state'])
    .select(['told.is_restored as isRestored', 'told.outbox_id as outboxId'])
    .select(['told.sent_at as sentAt', 'told.done_at as doneAt'])
    .select(['told.done_by as doneBy', 'outbox.state as mailState', 'outbox.stopped'])
    .select(['outbox.returned', 'outbox.sent_at as mailSentAt', 'outbox.attempts'])
    .select(['outbox.failures', 'outbox.next_attempt_at as nextAttemptAt', 'outbox.channel'])
    .where('told.host_id', '=', hostId)
    .$if(familyIds !== undefined, (query) =>
      query.where('told.family_id', 'in', orNone(familyIds ?? [])),
    )
    .orderBy('told.family_id')
    .orderBy('told.account')
    .execute();

export type TellingRow = Awaited<ReturnType<typeof listTellings>>[number];

/** Facilities that end, or whose families were told that they do. */
export async function listToTell(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('facility_endings')
    .select('host_id')
    .union(db.selectFrom('ending_tellings').select('host_id').distinct())
    .execute();
  return rows.map(({ host_id }) => host_id);
}

export const deleteTellings = (db: Db, hostId: string, familyIds: readonly string[]) =>
  db
    .deleteFrom('ending_tellings')
    .where('host_id', '=', hostId)
    .where('family_id', 'in', orNone(familyIds))
    .execute();

export async function insertTellings(
  db: Db,
  rows: readonly Insertable<Database['ending_tellings']>[],
): Promise<void> {
  for (const some of inPieces(rows)) await db.insertInto('ending_tellings').values(some).execute();
}

/** Of a family, or of one account of it. */
export const updateTelling = (
  db: Db,
  of: { host_id: string; family_id: string; account?: string },
  set: Updateable<Database['ending_tellings']>,
) =>
  db
    .updateTable('ending_tellings')
    .set(set)
    .where((eb) => eb.and(of))
    .execute();

/** Known once more, as it was before it was to be told otherwise. */
export const knownRow = (hostId: string, familyId: string, endsOn: CivilDate, now: string) => ({
  host_id: hostId,
  family_id: familyId,
  ends_on: endsOn,
  set_at: now,
  state: 'sent' as const,
  sent_at: now,
});
