/**
 * Checks the database against the files, wherever both are: `npm run verify`, as JSON with `--
 * --json`. Changes nothing. Files less than 15 minutes old are skipped, unless `--stopped` says
 * that the server is not running. `--quick` compares sizes only, and reads no file.
 */
import { parseArgs } from 'node:util';
import type { Env } from '#server/env.ts';
import { readEnv } from '#server/env.ts';
import { requireOwner } from '#server/folder-owner.ts';
import { openToCheck } from '#server/open-database.ts';
import { keepFilesPrivate } from '#server/private-files.ts';
import { folderFiles, openBucketFiles } from './verify/checked-files.ts';
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
  databaseUrl?: Env['DATABASE_URL'] | undefined;
}

/**
 * Finds missing, damaged, unknown and orphaned files, and incomplete rows (P16).
 * @throws Error with one line without a database of a known version
 */
export async function verifyDataFolder(
  dataDir: string,
  { graceMs = GRACE_MS, readAll = true, photoStore, databaseUrl }: VerifyOptions = {},
): Promise<Verification> {
  const database = await openToCheck({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const { db } = database;
  const found: Verification = { rows: 0, files: 0, bytes: 0, onTheirWay: 0, findings: [] };
  let files = folderFiles(dataDir);
  try {
    if (photoStore) files = await openBucketFiles(dataDir, photoStore);
    for (const fault of await database.faults())
      found.findings.push({ kind: 'database', ...fault });
    await findRowFaults(db, files, readAll, found);
    await findFileFaults(db, files, graceMs, found);
    return found;
  } finally {
    files.close();
    await database.close();
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
  const { DATA_DIR, PHOTO_STORE: photoStore, DATABASE_URL: databaseUrl } = env;
  requireOwner(DATA_DIR);
  const found = await verifyDataFolder(DATA_DIR, {
    ...(values.stopped && { graceMs: 0 }),
    readAll: !values.quick,
    photoStore,
    databaseUrl,
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
