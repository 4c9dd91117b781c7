import { stat } from 'node:fs/promises';
import BetterSqlite3 from 'better-sqlite3';
import { doneMigrations, isCurrent, refuseOthers } from '#db/migrate.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { OpenDatabase } from '#server/database.ts';
import { checkFile } from './probe.ts';
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
