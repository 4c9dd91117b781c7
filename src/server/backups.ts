import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { dataPaths } from './data-folder.ts';

/** One that is still being written is none yet. */
const UNFINISHED = /^\.|\.(?:tmp|part)$/;

/** When the newest copy in the data folder's `backups` was made; null while there is none. */
export async function findLastBackup(dataDir: string): Promise<Date | null> {
  const folder = dataPaths(dataDir).backups;
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    names
      .filter((name) => !UNFINISHED.test(name))
      .map(async (name) => (await stat(path.join(folder, name))).mtimeMs),
  );
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}
