import BetterSqlite3 from 'better-sqlite3';
import { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Where things lie in the one folder that an operator backs up. */
export const dataPaths = (dataDir: string) => ({
  database: path.join(dataDir, 'tsukidayori.sqlite'),
  lock: path.join(dataDir, 'server.lock'),
  uploads: path.join(dataDir, 'uploads'),
  photos: path.join(dataDir, 'photos'),
  temporary: path.join(dataDir, 'tmp'),
  mail: path.join(dataDir, 'mail'),
  /** Where copies of all of this go; made by whoever backs up. */
  backups: path.join(dataDir, 'backups'),
  /** The operator's own table of postal codes, where there is one. */
  postcodes: path.join(dataDir, 'postcodes.tsv'),
  secret: path.join(dataDir, 'secret'),
  /** What a restore is building; while it is there, the folder is not whole. */
  restoring: path.join(dataDir, '.restoring'),
  demoMarker: path.join(dataDir, 'demo'),
});

/**
 * Makes the folder and locks it: one server per data folder. What was being written when a
 * server died is dropped, once it is sure that no other server is writing it.
 * @returns how to unlock it.
 * @throws Error with one line when the folder cannot be written or is in use.
 */
export function claimDataFolder(dataDir: string): () => void {
  orExplain(dataDir, () => {
    // Not recursive where the parent exists: on /proc Node would try for ever.
    const recursive = !existsSync(path.dirname(dataDir));
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  });
  const unlock = lockDataFolder(dataDir);
  if (existsSync(dataPaths(dataDir).restoring)) {
    unlock();
    throw new Error(
      `DATA_DIR ${dataDir} contains an incomplete restore; run npm run restore again`,
    );
  }
  const { uploads, photos, temporary } = dataPaths(dataDir);
  orExplain(dataDir, () => {
    rmSync(temporary, { recursive: true, force: true });
    for (const folder of [uploads, photos, temporary]) mkdirSync(folder, { recursive: true });
  });
  return unlock;
}

function orExplain(dataDir: string, prepare: () => void): void {
  try {
    prepare();
  } catch (error) {
    throw new Error(`DATA_DIR ${dataDir} is not writable: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

const lockDataFolder = (dataDir: string): (() => void) =>
  lockFile(dataPaths(dataDir).lock, `DATA_DIR ${dataDir} is in use by another server`);

/**
 * The lock is the operating system's, held through SQLite: it ends with the process, however.
 * @returns how to unlock it.
 * @throws Error with the given line when somebody else has it.
 */
export function lockFile(file: string, isTaken: string): () => void {
  const lock = new BetterSqlite3(file, { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Error(isTaken, { cause: error });
  }
  return () => void lock.close();
}
