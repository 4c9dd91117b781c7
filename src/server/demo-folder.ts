import { closeSync, existsSync, openSync, readSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { dataPaths } from './data-folder.ts';
import type { Db } from './database.ts';

/** A demo's passwords are public and anyone may read its mails. */
export type Purpose = 'service' | 'demo';

/** Passed only by the demo's commands: no setting, file or folder turns a service into a demo. */
export const DEMO_SWITCH = '--demo';

export const purposeOf = (args: readonly string[]): Purpose =>
  args.includes(DEMO_SWITCH) ? 'demo' : 'service';

/** SQLite's `application_id`, which copies and backups of the database keep. */
const DEMO_ID = Buffer.from('demo').readInt32BE();
const ID_OFFSET = 68; // https://sqlite.org/fileformat.html, "The Database Header"

export const isDemoFolder = (dataDir: string): boolean => existsSync(dataPaths(dataDir).demoMarker);

/**
 * Only such a folder is ever reset. Not for a process that has the database open: closing the file
 * drops SQLite's locks.
 */
export const holdsDemo = (dataDir: string): boolean =>
  isDemoFolder(dataDir) || isDemoDatabase(dataPaths(dataDir).database);

function isDemoDatabase(file: string): boolean {
  if (!existsSync(file)) return false;
  const id = Buffer.alloc(4);
  const opened = openSync(file, 'r');
  try {
    return readSync(opened, id, 0, id.length, ID_OFFSET) === 4 && id.readInt32BE() === DEMO_ID;
  } finally {
    closeSync(opened);
  }
}

export async function markDemo(dataDir: string, db: Db): Promise<void> {
  markFolder(dataDir);
  await sql`PRAGMA application_id = ${sql.lit(DEMO_ID)}`.execute(db);
}

export const markFolder = (dataDir: string): void =>
  writeFileSync(dataPaths(dataDir).demoMarker, 'npm run demo -- --reset removes this folder\n');

/** Refuses to serve a demo as a service, or the reverse (P28). @throws Error with one line */
export function requirePurpose(dataDir: string, purpose: Purpose): void {
  if (holdsDemo(dataDir) === (purpose === 'demo')) return;
  throw new Error(
    purpose === 'demo'
      ? `DATA_DIR ${dataDir} does not contain the demo; npm run demo creates one in an empty folder`
      : `DATA_DIR ${dataDir} holds the demo, whose passwords are public; set DATA_DIR to another folder, or remove this one (npm run demo keeps its own in demo-data)`,
  );
}
