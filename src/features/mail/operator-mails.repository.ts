import type { Db } from '#server/database.ts';

const failed = (db: Db) =>
  db.selectFrom('outbox').where('outbox.state', '=', 'failed').where('outbox.stopped', '=', 0);

export const listAllFailedMails = (db: Db, limit: number) =>
  failed(db)
    .leftJoin('hosts', 'hosts.id', 'outbox.host_id')
    .select(['outbox.id', 'outbox.kind', 'outbox.recipient', 'outbox.last_error'])
    .select(['outbox.created_at', 'hosts.name as hostName'])
    .orderBy('outbox.created_at', 'desc')
    .orderBy('outbox.id')
    .limit(limit)
    .execute();

/** @param id null for all. @returns how many */
export async function deleteGivenUpMails(db: Db, id: string | null): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('state', '=', 'failed')
    .where('stopped', '=', 0)
    .$if(id !== null, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Restarts the day of attempts. @returns whether the mail exists */
export const requeueMail = (db: Db, id: string, now: string) =>
  db
    .updateTable('outbox')
    .set({ state: 'queued', attempts: 0, failures: 0, next_attempt_at: now, created_at: now })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute();
