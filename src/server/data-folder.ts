import BetterSqlite3 from 'better-sqlite3';
import { accessSync, constants, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Where things lie in the one folder that an operator backs up. */
export const dataPaths = (dataDir: string) => ({
  database: path.join(dataDir, 'tsukidayori.sqlite'),
  lock: path.join(dataDir, 'server.lock'),
  uploads: path.join(dataDir, 'uploads'),
  photos: path.join(dataDir, 'photos'),
  temporary: path.join(dataDir, 'tmp'),
  mail: path.join(dataDir, 'mail'),
});

/**
 * Makes the folder and what belongs in it; what was being written when a server died is dropped.
 * @throws Error with one line when the folder cannot be written.
 */
export function prepareDataFolder(dataDir: string): void {
  const { uploads, photos, temporary } = dataPaths(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
    rmSync(temporary, { recursive: true, force: true });
    for (const folder of [uploads, photos, temporary]) mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Error(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * One server per data folder. The lock is the operating system's, held through SQLite, so it
 * ends with the process however that dies.
 * @throws Error when another server holds it.
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = new BetterSqlite3(dataPaths(dataDir).lock, { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Error(`DATA_DIR ${dataDir} is in use by another server`, { cause: error });
  }
  return () => void lock.close();
}
