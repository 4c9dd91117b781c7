import { stat } from 'node:fs/promises';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { doneMigrations, isCurrent, refuseOthers } from '#db/migrate.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { OpenDatabase } from '#server/database.ts';
import { checkFile } from './probe.ts';
import { openDatabase, takeRoomToWrite } from './database.ts';
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
    async close() {
      reads.close();
      await db.destroy();
    },
  };
}

export async function openFileBeside(dataDir: string): Promise<OpenDatabase | null> {
  const { database } = dataPaths(dataDir);
  if (!hasOurSchema(database)) return null;
  const opened = openFile(database);
  // Deleted data must not be readable in the file's free pages.
  await sql`PRAGMA secure_delete = ON`.execute(opened.db);
  return opened;
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
