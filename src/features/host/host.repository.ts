import type { Insertable, Updateable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '../../server/database.ts';

export const findHost = (db: Db, id: string) =>
  db.selectFrom('hosts').selectAll().where('id', '=', id).executeTakeFirst();

export type HostRow = NonNullable<Awaited<ReturnType<typeof findHost>>>;

export const insertHost = (db: Db, row: Insertable<Database['hosts']>) =>
  db.insertInto('hosts').values(row).execute();

/** The settings that every facility starts with. */
export const insertDeliverySettings = (db: Db, hostId: string, senderName: string) =>
  db.insertInto('delivery_settings').values({ host_id: hostId, sender_name: senderName }).execute();

/** Only a host that never began: one trial each. */
export const updateNewHost = (db: Db, id: string, set: Updateable<Database['hosts']>) =>
  db
    .updateTable('hosts')
    .set(set)
    .where('id', '=', id)
    .where('activated_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
