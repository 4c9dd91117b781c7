import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';

export const insertContact = (db: Db, contact: Insertable<Database['contacts']>) =>
  db.insertInto('contacts').values(contact).execute();

export const listNewestContacts = (db: Db, limit: number) =>
  db
    .selectFrom('contacts')
    .select(['name', 'email', 'body', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

export async function countContacts(db: Db, since = ''): Promise<number> {
  const { n } = await db
    .selectFrom('contacts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return n;
}

export const deleteContactsBefore = (db: Db, instant: string) =>
  db.deleteFrom('contacts').where('created_at', '<', instant).execute();
