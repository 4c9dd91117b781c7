import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import type { Db } from '#server/database.ts';
import { unlessFull } from '#server/failures.ts';

let checks = 0;

/** Reads and writes the file. A full disk is well: a restart would lose the reserve (P3). */
export async function checkFile(db: Db, file: string): Promise<void> {
  await unlessFull(writeDatabase(db));
  readDatabase(file);
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
