import BetterSqlite3 from 'better-sqlite3';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { AppError } from '#lib/errors.ts';
import { asAppError } from './failures.ts';
import { dataPaths } from './data-folder.ts';
import type { Db } from './database.ts';
import type { Runtime } from './runtime.ts';

export type Watched = Pick<Runtime, 'db' | 'env' | 'log'>;

const FULL = 507;
let checks = 0;

/**
 * Reads and writes database and data folder (3 ms); failures are logged. A full disk is healthy: a
 * restart would lose the reserve (P3).
 */
export async function isHealthy({ db, env, log }: Watched): Promise<boolean> {
  try {
    await unlessFull(writeDatabase(db));
    readDatabase(dataPaths(env.DATA_DIR).database);
    await unlessFull(writeFolder(dataPaths(env.DATA_DIR).temporary));
    return true;
  } catch (error) {
    log.error({ err: error }, 'health check failed');
    return false;
  }
}

async function unlessFull(writing: Promise<unknown>): Promise<void> {
  await writing.catch((error: unknown) => {
    const known = asAppError(error);
    if (!(known instanceof AppError) || known.status !== FULL) throw error;
  });
}

/** Commits one page; this field of the file header has no other use. */
const writeDatabase = (db: Db) => sql`PRAGMA user_version = ${sql.lit(++checks % 2)}`.execute(db);

/** On a new connection: existing ones answer from memory long after the file was destroyed. */
function readDatabase(file: string): void {
  const fresh = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    fresh.pragma('trusted_schema = 0');
    const tables = tablesOf(fresh);
    // SQLite takes an emptied file for a new database.
    if (tables.length === 0) throw new Error('the database is empty');
    for (const table of tables) fresh.prepare(`SELECT * FROM "${table}" LIMIT 1`).get();
  } finally {
    fresh.close();
  }
}

const tablesOf = (db: BetterSqlite3.Database) =>
  db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all() as string[];

async function writeFolder(folder: string): Promise<void> {
  const file = path.join(folder, `health-${process.pid}`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(file, 'well', { flush: true });
  } finally {
    await rm(file, { force: true });
  }
}
