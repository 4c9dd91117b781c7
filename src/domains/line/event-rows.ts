import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';

type EventRow = Insertable<Database['line_events']>;

/** LINE sends an event again that it thinks we have missed: `once` keeps the first. */
export const insertEvent = (db: Db, row: EventRow, how: 'once' | 'renew') =>
  db
    .insertInto('line_events')
    .values(row)
    .onConflict((conflict) =>
      how === 'once'
        ? conflict.column('id').doNothing()
        : conflict.column('id').doUpdateSet({ received_at: row.received_at }),
    )
    .execute();

/** In the order in which they came. */
export const listOpenEvents = (db: Db, failures: number, limit: number) =>
  db
    .selectFrom('line_events')
    .select('id')
    .where('payload', 'is not', null)
    .where('failures', '<', failures)
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export const findOpenEvent = (db: Db, id: string) =>
  db
    .selectFrom('line_events')
    .select('payload')
    .where('id', '=', id)
    .where('payload', 'is not', null)
    .executeTakeFirst();

/** @returns whether nobody else has worked it off */
export async function closeEvent(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('line_events')
    .set({ payload: null })
    .where('id', '=', id)
    .where('payload', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const countEventFailure = (db: Db, id: string) =>
  db
    .updateTable('line_events')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const deleteEventsBefore = (db: Db, before: string) =>
  db
    .deleteFrom('line_events')
    .where('received_at', '<', before)
    .where('id', '<>', 'last')
    .execute();

export const findLastEvent = (db: Db) =>
  db
    .selectFrom('line_events')
    .select('received_at as receivedAt')
    .where('id', '=', 'last')
    .executeTakeFirst();
