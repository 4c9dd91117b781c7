import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '../../server/database.ts';

export const insertContact = (db: Db, contact: Insertable<Database['contacts']>) =>
  db.insertInto('contacts').values(contact).execute();

export const deleteContactsBefore = (db: Db, instant: string) =>
  db.deleteFrom('contacts').where('created_at', '<', instant).execute();
