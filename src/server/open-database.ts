import { dataPaths } from './data-folder.ts';
import type { CheckedDatabase, OpenDatabase } from './database.ts';
import type { Env } from './env.ts';
import { photosAt, readMark, refuseMoved } from './moved.ts';

type Asked = Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>;

type Used = Asked & Pick<Env, 'PHOTO_STORE'>;

/**
 * For every start and every command.
 * @throws Error with one line naming the new place, if `npm run move` moved these away
 */
export async function requireNotMoved(env: Used, settings = process.env): Promise<void> {
  const { DATA_DIR, DATABASE_URL } = env;
  const photos = photosAt(env, settings);
  if (DATABASE_URL === undefined) {
    const unmark = `delete ${dataPaths(DATA_DIR).moved}`;
    refuseMoved(readMark(DATA_DIR), { name: `DATA_DIR ${DATA_DIR}`, photosAt: photos, unmark });
    return;
  }
  const { UNMARK, markAt } = await import('./postgres/moved-comment.ts');
  const name = 'the database of DATABASE_URL';
  refuseMoved(await markAt(DATABASE_URL), { name, photosAt: photos, unmark: UNMARK });
}

/** Upgrades it first (P17). @throws Error with one line */
export async function openUpgraded(env: Used): Promise<OpenDatabase> {
  await requireNotMoved(env);
  const { DATABASE_URL, DATA_DIR } = env;
  if (DATABASE_URL === undefined) {
    return (await import('./sqlite/open.ts')).openUpgradedFile(DATA_DIR);
  }
  return (await import('./postgres/open.ts')).openUpgradedPostgres(DATABASE_URL);
}

/**
 * Beside a server that may be using it.
 * @returns null if its schema is older than this program
 * @throws Error with one line if it is newer
 */
export async function openBeside({ DATABASE_URL, DATA_DIR }: Asked): Promise<OpenDatabase | null> {
  if (DATABASE_URL === undefined) {
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
