import { readEnv } from '#server/env.ts';
import { startBucket } from '../support/shared-stores.ts';
import type { StoredFiles } from '../support/stored-files.ts';
import { isOnS3, storedFiles } from '../support/stored-files.ts';

/** Where a server keeps everything: in a folder, or the photos in a bucket. */
export interface Place {
  dataDir: string;
  settings: Record<string, string>;
  stored: StoredFiles;
  /** Of the store, if there is one. */
  stop: () => Promise<void>;
}

export async function openPlace(dataDir: string): Promise<Place> {
  const { settings, stop } = isOnS3
    ? await startBucket()
    : { settings: {}, stop: () => Promise.resolve() };
  return {
    dataDir,
    settings,
    stored: storedFiles(readEnv({ ...settings, DATA_DIR: dataDir })),
    stop,
  };
}
