import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { insertPrepared } from '#server/prepared.ts';

type DeliveryRow = Pick<
  Insertable<Database['deliveries']>,
  'host_id' | 'family_id' | 'year_month' | 'outbox_id' | 'created_at' | 'mailbox'
>;

/** @returns the families that had none: the unique key prevents duplicates */
export async function insertDeliveries(
  db: Db,
  rows: readonly DeliveryRow[],
): Promise<ReadonlySet<string>> {
  const inserted = await insertThem(db, rows);
  return new Set(inserted.map(({ family_id }) => family_id));
}

const insertThem = insertPrepared<DeliveryRow, { family_id: string }>(
  ['host_id', 'family_id', 'year_month', 'outbox_id', 'created_at', 'mailbox'],
  (db, rows) =>
    db
      .insertInto('deliveries')
      .values(rows.map((row) => ({ ...row, sent_at: sql.lit(null), last_error: sql.lit(null) })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('family_id'),
);

/** A letter whose mail was withdrawn was not delivered. */
export const deleteDeliveriesOf = (db: Db, hostId: string, mailIds: readonly string[]) =>
  db
    .deleteFrom('deliveries')
    .where('host_id', '=', hostId)
    .where('outbox_id', 'in', orNone(mailIds))
    .execute();
