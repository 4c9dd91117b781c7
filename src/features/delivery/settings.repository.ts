import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';

export const findDeliverySettings = (db: Db, hostId: string) =>
  db.selectFrom('delivery_settings').selectAll().where('host_id', '=', hostId).executeTakeFirst();

/** A letter whose mail was withdrawn was not delivered. */
export const deleteDeliveriesOf = (db: Db, hostId: string, mailIds: readonly string[]) =>
  db
    .deleteFrom('deliveries')
    .where('host_id', '=', hostId)
    .where('outbox_id', 'in', orNone(mailIds))
    .execute();

/** Those that are not given keep their value, or have the schema's default. */
export type SettingsColumns = Partial<Omit<Insertable<Database['delivery_settings']>, 'host_id'>>;

export const upsertDeliverySettings = (db: Db, hostId: string, set: SettingsColumns) =>
  db
    .insertInto('delivery_settings')
    .values({ host_id: hostId, ...set })
    .onConflict((conflict) => conflict.column('host_id').doUpdateSet(set))
    .execute();
