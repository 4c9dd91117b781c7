import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';

/** Letters and test letters of a resident's families that have not been sent. */
export const listUnsentLetters = (db: Db, hostId: string, residentId: string) =>
  db
    .selectFrom('outbox')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.outbox_id', '=', 'outbox.id')
        .onRef('deliveries.host_id', '=', 'outbox.host_id'),
    )
    .select(['outbox.id', 'outbox.state', 'outbox.stopped', 'outbox.created_at'])
    .select('deliveries.year_month as yearMonth')
    .where('outbox.host_id', '=', hostId)
    .where('outbox.state', '!=', 'sent')
    .where((eb) => {
      const families = eb
        .selectFrom('families')
        .select('families.id')
        .where('families.host_id', '=', hostId)
        .where('families.resident_id', '=', residentId);
      const token = eb
        .selectFrom('residents')
        .select('residents.token')
        .where('residents.host_id', '=', hostId)
        .where('residents.id', '=', residentId);
      // A test letter has no delivery; it is found by its link.
      return eb.or([
        eb('deliveries.family_id', 'in', families),
        eb(eb.fn<number>('instr', ['outbox.text', token]), '>', 0),
      ]);
    })
    .execute();

export const updateStopped = (db: Db, hostId: string, id: string, stopped: 0 | 1) =>
  db
    .updateTable('outbox')
    .set({ stopped })
    .where('host_id', '=', hostId)
    .where('id', '=', id)
    .execute();

/** A letter whose mail never went was not delivered; an earlier mail of it was. */
export async function deleteUnsentLetter(
  db: Db,
  hostId: string,
  id: string,
  yearMonth: YearMonth | null,
): Promise<void> {
  await db.deleteFrom('outbox').where('host_id', '=', hostId).where('id', '=', id).execute();
  if (yearMonth === null) return;
  await db
    .deleteFrom('deliveries')
    .where('host_id', '=', hostId)
    .where('outbox_id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
  await db
    .updateTable('deliveries')
    .set({ state: 'sent', outbox_id: null, last_error: null })
    .where('host_id', '=', hostId)
    .where('outbox_id', '=', id)
    .execute();
}
