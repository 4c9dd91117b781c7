import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '../../server/database.ts';

export const insertMail = (db: Db, mail: Insertable<Database['outbox']>) =>
  db.insertInto('outbox').values(mail).execute();
