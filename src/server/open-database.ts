import { existsSync, readFileSync } from 'node:fs';
import { dataPaths } from './data-folder.ts';
import type { CheckedDatabase, OpenDatabase } from './database.ts';
import type { Env } from './env.ts';

type Asked = Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>;

/** Upgrades it first (P17). @throws Error with one line */
export async function openUpgraded({ DATABASE_URL, DATA_DIR }: Asked): Promise<OpenDatabase> {
  if (DATABASE_URL === undefined) {
    refuseMoved(DATA_DIR);
    return (await import('./sqlite/open.ts')).openUpgradedFile(DATA_DIR);
  }
  return (await import('./postgres/open.ts')).openUpgradedPostgres(DATABASE_URL);
}

/** Version 0.2.0 left this mark where a database was moved away from: what is there is old. */
function refuseMoved(dataDir: string): void {
  const { moved } = dataPaths(dataDir);
  if (!existsSync(moved)) return;
  const { database } = JSON.parse(readFileSync(moved, 'utf8')) as { database?: string };
  if (database === undefined) return;
  throw new Error(
    `DATA_DIR ${dataDir} was moved to ${database}; use the settings of that move (or, to use what was left here, delete ${moved})`,
  );
}

/**
 * Beside a server that may be using it.
 * @returns null if its schema is older than this program
 * @throws Error with one line if it is newer
 */
export async function openBeside({ DATABASE_URL, DATA_DIR }: Asked): Promise<OpenDatabase | null> {
  if (DATABASE_URL === undefined) {
    refuseMoved(DATA_DIR);
    return (await import('./sqlite/open.ts')).openFileBeside(DATA_DIR);
  }
  return (await import('./postgres/open.ts')).openPostgresBeside(DATABASE_URL);
}

/** Only to read, and never upgraded. @throws Error with one line without one, or if it is newer */
export async function openToCheck({ DATABASE_URL, DATA_DIR }: Asked): Promise<CheckedDatabase> {
  if (DATABASE_URL === undefined) {
    return (await import('./sqlite/check-file.ts')).openFileToCheck(DATA_DIR);
  }
  return (await import('./postgres/open.ts')).openPostgresToCheck(DATABASE_URL);
}
