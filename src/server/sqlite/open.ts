import { stat } from 'node:fs/promises';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { doneMigrations, isCurrent, refuseOthers } from '#db/migrate.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { Db, OpenDatabase } from '#server/database.ts';
import { unlessFull } from '#server/failures.ts';
import { emptyWal, openDatabase, takeRoomToWrite } from './database.ts';
import { openReadConnection } from './read-connection.ts';
import { upgradeDatabase } from './upgrade.ts';

export async function openUpgradedFile(dataDir: string): Promise<OpenDatabase> {
  const { database, backups } = dataPaths(dataDir);
  await upgradeDatabase(database, { copies: backups });
  return openFile(database);
}

function openFile(file: string): OpenDatabase {
  const db = openDatabase(file);
  const reads = openReadConnection(file);
  return {
    db,
    readConnection: reads.db,
    check: () => checkFile(db, file),
    sizeBytes: async () => (await stat(file)).size,
    takeRoomToWrite: () => takeRoomToWrite(db),
    forgetDeleted: () => emptyWal(db),
    async close() {
      reads.close();
      await db.destroy();
    },
  };
}

export function openFileBeside(dataDir: string): OpenDatabase | null {
  const { database } = dataPaths(dataDir);
  return hasOurSchema(database) ? openFile(database) : null;
}

function hasOurSchema(file: string): boolean {
  const sqlite = new BetterSqlite3(file, { fileMustExist: true });
  try {
    const done = doneMigrations(sqlite);
    refuseOthers(done);
    return isCurrent(done);
  } finally {
    sqlite.close();
  }
}

let checks = 0;

/** Reads and writes the file. A full disk is well: a restart would lose the reserve (P3). */
async function checkFile(db: Db, file: string): Promise<void> {
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
