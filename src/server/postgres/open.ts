import { sql } from 'kysely';
import type { Pool } from 'pg';
import { isCurrent, refuseOthers } from '#db/migrate.ts';
import { doneIn, upgradePostgres } from '#db/postgres/migrate.ts';
import type { CheckedDatabase, Db, OpenDatabase } from '#server/database.ts';
import { openPostgres } from './database.ts';
import { openPool } from './pool.ts';
import { assertServer } from './settings.ts';

const READERS = 8;

/** @throws Error with one line if the server is too old, keeps no promises, or is of a newer version */
export async function openUpgradedPostgres(url: string): Promise<OpenDatabase> {
  await orExplain(() => withPool(url, assertServer));
  await upgradeAt(url);
  return open(url);
}

/** @throws Error with one line, or if the database is from a newer version */
export const upgradeAt = (url: string): Promise<void> =>
  withPool(url, async (pool) => {
    const client = await pool.connect();
    try {
      await upgradePostgres(client);
    } finally {
      client.release();
    }
  });

/** @returns null if its schema is older than this program */
export async function openPostgresBeside(url: string): Promise<OpenDatabase | null> {
  const done = await orExplain(() => withPool(url, doneIn));
  refuseOthers(done);
  return isCurrent(done) ? open(url) : null;
}

/** Damage to its own files is for the server's own tools to find. */
export async function openPostgresToCheck(url: string): Promise<CheckedDatabase> {
  const done = await orExplain(() => withPool(url, doneIn));
  if (done.length === 0) throw new Error('no database of ours at DATABASE_URL');
  refuseOthers(done);
  const db = openPostgres(url);
  return { db, faults: () => Promise.resolve([]), close: () => db.destroy() };
}

function open(url: string): OpenDatabase {
  const db = openPostgres(url);
  const readConnection = openPostgres(url, { max: READERS });
  return {
    db,
    readConnection,
    check: () => check(readConnection),
    sizeBytes: () => sizeOf(readConnection),
    takeRoomToWrite: () => Promise.resolve(),
    // Its own log ends by the server's settings.
    forgetDeleted: () => Promise.resolve(true),
    async close() {
      await readConnection.destroy();
      await db.destroy();
    },
  };
}

/** A number for a transaction is only given by a server that can write; no lock is taken. */
async function check(db: Db): Promise<void> {
  await sql`SELECT pg_current_xact_id()`.execute(db);
  await sql`SELECT name FROM kysely_migration LIMIT 1`.execute(db);
}

async function sizeOf(db: Db): Promise<number> {
  const { rows } = await sql<{
    bytes: number;
  }>`SELECT pg_database_size(current_database()) AS bytes`.execute(db);
  return Number(rows[0]?.bytes);
}

export async function withPool<T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = await openPool(url, { max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** An address may hold a password, so it is not shown. */
export async function orExplain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    throw new Error(`DATABASE_URL: ${message || code}`, { cause: error });
  }
}
