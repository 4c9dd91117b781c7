import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from '#server/database.ts';

export const findOperator = (db: Db) => db.selectFrom('operators').selectAll().executeTakeFirst();

/** With its sessions. */
export async function replaceOperator(tx: Db, row: Insertable<Database['operators']>) {
  await tx.deleteFrom('operators').execute();
  await tx.insertInto('operators').values(row).execute();
}

export const insertOperatorSession = (db: Db, row: Insertable<Database['operator_sessions']>) =>
  db.insertInto('operator_sessions').values(row).execute();

export const findOperatorSession = (db: Db, id: string, now: string) =>
  db
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.id', 'operator_sessions.operator_id')
    .select(['operators.id', 'operators.email', 'operator_sessions.id as sessionId'])
    .where('operator_sessions.id', '=', id)
    .where('operator_sessions.expires_at', '>', now)
    .executeTakeFirst();

export const deleteOperatorSession = (db: Db, id: string) =>
  db.deleteFrom('operator_sessions').where('id', '=', id).execute();

export const deleteOperatorSessionsBefore = (db: Db, now: string) =>
  db.deleteFrom('operator_sessions').where('expires_at', '<=', now).execute();
