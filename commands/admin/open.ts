import BetterSqlite3 from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { systemClock } from '#server/clock.ts';
import { dataPaths } from '#server/data-folder.ts';
import { openDatabase } from '#server/database.ts';
import type { Env } from '#server/env.ts';
import { actAsOwner } from '#server/folder-owner.ts';
import { makeLog } from '#server/log.ts';
import type { Runtime } from '#server/runtime.ts';
import { makeRuntime } from '#server/runtime.ts';
import { doneMigrations, refuseNewer } from '#db/migrate.ts';
import { migrations } from '#db/migrations/index.ts';
import { Refused } from './refused.ts';

/**
 * Opens a data folder that a server may be using, without lock, migration or sweeps.
 * @throws Refused if the folder belongs to another user or another version
 */
export async function openBeside(env: Env): Promise<Runtime> {
  requireOwner(env.DATA_DIR);
  const { database } = dataPaths(env.DATA_DIR);
  requireOurSchema(database);
  const db = openDatabase(database);
  // Deleted data must not be readable in the file's free pages.
  await sql`PRAGMA secure_delete = ON`.execute(db);
  return { ...makeRuntime(env, db, systemClock), log: makeLog('silent') };
}

/** The server could not change files that another user creates. */
function requireOwner(dataDir: string): void {
  if (!existsSync(dataPaths(dataDir).database)) {
    throw new Refused(
      `データのフォルダー ${dataDir} がまだありません。先にサーバーを一度起動してください。`,
    );
  }
  const owner = actAsOwner(dataDir);
  if (owner === null) return;
  throw new Refused(
    `データのフォルダー ${dataDir} は別の利用者（uid ${owner}）のものです。サーバーと同じ利用者か root で実行してください。`,
  );
}

function requireOurSchema(file: string): void {
  const sqlite = new BetterSqlite3(file, { fileMustExist: true });
  try {
    const done = doneMigrations(sqlite);
    refuseNewer(done);
    if (Object.keys(migrations).every((name) => done.includes(name))) return;
  } finally {
    sqlite.close();
  }
  throw new Refused(
    'データベースがこのプログラムより古いままです。サーバーを再起動してから、もう一度実行してください。',
  );
}
