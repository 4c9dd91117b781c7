import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dataPaths } from './data-folder.ts';
import { unlessFull } from './failures.ts';
import type { Runtime } from './runtime.ts';

type Watched = Pick<Runtime, 'database' | 'env' | 'log'>;

/**
 * Reads and writes database and data folder (3 ms); failures are logged. A full disk is healthy: a
 * restart would lose the reserve (P3).
 */
export async function isHealthy({ database, env, log }: Watched): Promise<boolean> {
  try {
    await database.check();
    await unlessFull(writeFolder(dataPaths(env.DATA_DIR).temporary));
    return true;
  } catch (error) {
    log.error({ err: error }, 'health check failed');
    return false;
  }
}

/**
 * Asks the store of the photos with one small request; a fault is logged. It does not stop a start:
 * letters are read without their photos, and a refusal may pass as well as a silence.
 * @returns why it cannot be used, or null
 */
export async function tryPhotoStore({
  blobs,
  log,
}: Pick<Runtime, 'blobs' | 'log'>): Promise<string | null> {
  const why = await blobs.whyAway();
  if (why !== null) {
    log.error(`PHOTO_STORE cannot be used (${why}); no photo can be kept or shown until it can`);
  }
  return why;
}

async function writeFolder(folder: string): Promise<void> {
  const file = path.join(folder, `health-${process.pid}`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(file, 'well', { flush: true });
  } finally {
    await rm(file, { force: true });
  }
}
