/**
 * Checks the database against the files of a data folder: `npm run verify`, as JSON with `--
 * --json`. Changes nothing. Files less than 15 minutes old are skipped, unless `--stopped` says
 * that the server is not running. `--quick` compares sizes only, and reads no file.
 */
import BetterSqlite3 from 'better-sqlite3';
import { parseArgs } from 'node:util';
import { dataPaths } from '#server/data-folder.ts';
import type { Env } from '#server/env.ts';
import { readEnv } from '#server/env.ts';
import { requireOwner } from '#server/folder-owner.ts';
import { keepFilesPrivate } from '#server/private-files.ts';
import { doneMigrations, refuseNewer } from '#db/migrate.ts';
import { requireFileDatabase } from './backup/file-only.ts';
import { folderFiles, openBucketFiles } from './verify/checked-files.ts';
import { findDatabaseFaults } from './verify/database.ts';
import { findFileFaults } from './verify/files.ts';
import type { Verification } from './verify/findings.ts';
import { readable } from './verify/findings.ts';
import { findRowFaults } from './verify/rows.ts';

const GRACE_MS = 15 * 60 * 1000;

interface VerifyOptions {
  /** Files younger than this may be incomplete. Milliseconds. */
  graceMs?: number;
  /** false: only existence and size. */
  readAll?: boolean;
  photoStore?: Env['PHOTO_STORE'] | undefined;
}

/**
 * Finds missing, damaged, unknown and orphaned files, and incomplete rows (P16).
 * @throws Error with one line without a database of a known version
 */
export async function verifyDataFolder(
  dataDir: string,
  { graceMs = GRACE_MS, readAll = true, photoStore }: VerifyOptions = {},
): Promise<Verification> {
  const db = openToRead(dataDir);
  const found: Verification = { rows: 0, files: 0, bytes: 0, onTheirWay: 0, findings: [] };
  let files = folderFiles(dataDir);
  try {
    if (photoStore) files = await openBucketFiles(dataDir, photoStore);
    findDatabaseFaults(db, found);
    await findRowFaults(db, files, readAll, found);
    await findFileFaults(db, files, graceMs, found);
    return found;
  } finally {
    files.close();
    db.close();
  }
}

function openToRead(dataDir: string): BetterSqlite3.Database {
  let db: BetterSqlite3.Database;
  try {
    db = new BetterSqlite3(dataPaths(dataDir).database, { fileMustExist: true });
  } catch (error) {
    throw new Error(`no database in ${dataDir}`, { cause: error });
  }
  try {
    db.pragma('trusted_schema = OFF');
    db.pragma('query_only = ON');
    refuseNewer(doneMigrations(db));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

async function main(): Promise<number> {
  keepFilesPrivate();
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      stopped: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  });
  const env = readEnv(process.env);
  requireFileDatabase(env);
  const { DATA_DIR, PHOTO_STORE: photoStore } = env;
  requireOwner(DATA_DIR);
  const found = await verifyDataFolder(DATA_DIR, {
    ...(values.stopped && { graceMs: 0 }),
    readAll: !values.quick,
    photoStore,
  });
  console.log(values.json ? JSON.stringify(found, null, 2) : readable(found));
  return found.findings.length === 0 ? 0 : 1;
}

if (import.meta.main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(`Not verified: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
