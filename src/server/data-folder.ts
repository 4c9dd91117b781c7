import BetterSqlite3 from 'better-sqlite3';
import { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

export const dataPaths = (dataDir: string) => ({
  database: path.join(dataDir, 'tsukidayori.sqlite'),
  lock: path.join(dataDir, 'server.lock'),
  uploads: path.join(dataDir, 'uploads'),
  photos: path.join(dataDir, 'photos'),
  temporary: path.join(dataDir, 'tmp'),
  mail: path.join(dataDir, 'mail'),
  backups: path.join(dataDir, 'backups'),
  /** The operator's postal codes, if imported. */
  postcodes: path.join(dataDir, 'postcodes.sqlite'),
  secret: path.join(dataDir, 'secret'),
  logs: path.join(dataDir, 'logs'),
  /** What held the server's event loop, for `admin status`. */
  stalls: path.join(dataDir, 'holds.json'),
  /** Exists while a restore is incomplete. */
  restoring: path.join(dataDir, '.restoring'),
  demoMarker: path.join(dataDir, 'demo'),
  /** Says where the database or its photos were moved. */
  moved: path.join(dataDir, 'moved.json'),
});

/** Creates and locks the data folder. @returns an unlock function. @throws Error with one line */
export function claimDataFolder(dataDir: string): () => void {
  orExplain(dataDir, () => {
    // `recursive` on /proc makes Node retry forever.
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
 * An OS lock through SQLite, released however the process ends.
 * @returns an unlock function
 * @throws Error with the given message if it is taken
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
