import type { ExpressionBuilder, Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { TroubleTable } from '#db/schema/operations.ts';
import type { Db } from '#server/database.ts';
import { countRows } from '#server/lists.ts';

/** `oldest`: without those that only the facility can put right. */
export const countMails = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(({ fn, eb }) => [
      'state',
      fn.countAll<number>().as('n'),
      fn
        .min<string | null>(eb.case().when(isOurs(eb)).then(eb.ref('created_at')).end())
        .as('oldest'),
    ])
    .where('state', 'in', ['queued', 'failed'])
    .where('stopped', '=', 0)
    .groupBy('state')
    .execute();

/** Not of an address or a mailbox. */
const isOurs = (eb: ExpressionBuilder<Database, 'outbox'>) =>
  eb.or([eb('fault', 'is', null), eb('fault', '=', 'way')]);

/** Failed mails that a correct address would not have saved. */
export const countLostMails = (db: Db): Promise<number> =>
  countRows(
    db
      .selectFrom('outbox')
      .where((eb) => eb.and({ state: 'failed', stopped: 0 }))
      .where(isOurs),
  );

/** Addresses whose mails wait since the mail server, or the way to it, refuses them; by reason. */
export const countRefused = (db: Db) =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => ['last_error', fn.count<number>('recipient').distinct().as('n')])
    .where((eb) => eb.and({ state: 'queued', stopped: 0, channel: 'mail', fault: 'way' }))
    .groupBy('last_error')
    .orderBy('n', 'desc')
    .execute();

export const countJobs = (db: Db) =>
  db
    .selectFrom('jobs')
    .select(({ fn }) => [
      'state',
      'given_up',
      fn.countAll<number>().as('n'),
      fn.min('run_at').as('oldest'),
    ])
    .groupBy(['state', 'given_up'])
    .execute();

export async function findBirth(db: Db): Promise<string | null> {
  const row = await db
    .$extendTables<{ kysely_migration: { timestamp: string } }>()
    .selectFrom('kysely_migration')
    .select(({ fn }) => fn.min('timestamp').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Each from an index alone. */
export async function countStored(db: Db, now: string) {
  const all = await db
    .selectFrom('hosts')
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('facilities'),
      fn.coalesce(fn.sum<number>('stored_bytes'), sql<number>`0`).as('photoBytes'),
      selectFrom('blobs')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .as('blobs'),
      selectFrom('blobs')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('state', '<>', 'ready')
        .as('unfinished'),
      selectFrom('contacts')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .as('contacts'),
      selectFrom('sessions')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('expires_at', '>', now)
        .as('sessions'),
    ])
    .executeTakeFirstOrThrow();
  const { facilities, photoBytes, blobs, unfinished, contacts, sessions } = all;
  return {
    facilities,
    photoBytes,
    photos: (blobs ?? 0) - (unfinished ?? 0),
    contacts: contacts ?? 0,
    sessions: sessions ?? 0,
  };
}

export async function findPhotoBytes(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom('hosts')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('stored_bytes'), sql<number>`0`).as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
}

export const listFailedJobs = (db: Db, limit: number) =>
  db
    .selectFrom('jobs')
    .leftJoin('hosts', 'hosts.id', 'jobs.host_id')
    .select(['jobs.id', 'jobs.kind', 'jobs.attempts', 'jobs.last_error', 'jobs.created_at'])
    .select('hosts.name as hostName')
    .where('jobs.state', '=', 'failed')
    .orderBy('jobs.created_at', 'desc')
    .orderBy('jobs.id')
    .limit(limit)
    .execute();

/** Restarts the delays. @param id null for all */
export async function requeueJobs(db: Db, id: string | null, now: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ state: 'queued', attempts: 0, failures: 0, run_at: now })
    .where('state', '=', 'failed')
    .$if(id !== null, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export const listTroubles = (db: Db) => db.selectFrom('troubles').selectAll().execute();

export async function replaceTroubles(tx: Db, rows: Insertable<TroubleTable>[]): Promise<void> {
  await tx.deleteFrom('troubles').execute();
  if (rows.length > 0) await tx.insertInto('troubles').values(rows).execute();
}
