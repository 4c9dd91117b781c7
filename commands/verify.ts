/**
 * Compares rows and files of a data folder, beside a running server or without one:
 * `npm run verify`, as JSON with `-- --json`. It repairs nothing. What came in the last quarter
 * of an hour may be on its way and is not judged, unless `--stopped` says that no server runs.
 */
import BetterSqlite3 from 'better-sqlite3';
import { parseArgs } from 'node:util';
import { dataPaths } from '../src/server/data-folder.ts';
import { readEnv } from '../src/server/env.ts';
import { keepFilesPrivate } from '../src/server/private-files.ts';
import { doneMigrations, refuseNewer } from '../db/migrate.ts';
import { findDatabaseFaults } from './verify/database.ts';
import { findFileFaults } from './verify/files.ts';
import type { Verification } from './verify/findings.ts';
import { readable } from './verify/findings.ts';
import { findRowFaults } from './verify/rows.ts';

const GRACE_MS = 15 * 60 * 1000;

interface VerifyOptions {
  /** Files younger than this may be on their way. Milliseconds. */
  graceMs?: number;
  /** False: only whether the files are there, in their size. */
  readAll?: boolean;
}

/**
 * Finds every missing, damaged, foreign or left-over file and every row without what it needs
 * (P16).
 * @throws Error in one line when there is no database, or it is of a newer program.
 */
export async function verifyDataFolder(
  dataDir: string,
  { graceMs = GRACE_MS, readAll = true }: VerifyOptions = {},
): Promise<Verification> {
  const db = openToRead(dataDir);
  const found: Verification = { rows: 0, files: 0, bytes: 0, onTheirWay: 0, findings: [] };
  try {
    findDatabaseFaults(db, found);
    await findRowFaults(db, dataDir, readAll, found);
    await findFileFaults(db, dataDir, graceMs, found);
    return found;
  } finally {
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
    },
  });
  const { DATA_DIR } = readEnv(process.env);
  const found = await verifyDataFolder(DATA_DIR, values.stopped ? { graceMs: 0 } : {});
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
