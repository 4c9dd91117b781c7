import type { Insertable, Updateable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';

export const findHost = (db: Db, id: string) =>
  db.selectFrom('hosts').selectAll().where('id', '=', id).executeTakeFirst();

export type HostRow = NonNullable<Awaited<ReturnType<typeof findHost>>>;

export const insertHost = (db: Db, row: Insertable<Database['hosts']>) =>
  db.insertInto('hosts').values(row).execute();

export const insertDeliverySettings = (db: Db, hostId: string, senderName: string) =>
  db.insertInto('delivery_settings').values({ host_id: hostId, sender_name: senderName }).execute();

/** One trial per host: only one that has not started. */
export const updateNewHost = (db: Db, id: string, set: Updateable<Database['hosts']>) =>
  db
    .updateTable('hosts')
    .set(set)
    .where('id', '=', id)
    .where('activated_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

export const updateHostRow = (db: Db, id: string, set: Updateable<Database['hosts']>) =>
  db.updateTable('hosts').set(set).where('id', '=', id).execute();

/** Only where it is the facility's old name, not a custom one. */
export const renameSender = (db: Db, hostId: string, from: string, to: string) =>
  db
    .updateTable('delivery_settings')
    .set({ sender_name: to })
    .where('host_id', '=', hostId)
    .where('sender_name', '=', from)
    .execute();

/** Only the first time counts. */
export const updateTrialHost = (db: Db, id: string, set: Updateable<Database['hosts']>) =>
  db
    .updateTable('hosts')
    .set(set)
    .where('id', '=', id)
    .where('trial_ends_at', 'is not', null)
    .where('continued_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
