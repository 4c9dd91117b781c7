import type { BlobStore } from './blob-store.ts';
import { makeBucketStore } from './blobs/bucket-store.ts';
import { makeFolderStore } from './blobs/folder.ts';
import type { Env } from './env.ts';

/**
 * The store that PHOTO_STORE names: an S3-compatible one, or else the data folder.
 * @param settings with the keys of the S3-compatible one; by default those of the process
 */
export const makeBlobStore = (
  { DATA_DIR, PHOTO_STORE }: Pick<Env, 'DATA_DIR' | 'PHOTO_STORE'>,
  settings?: NodeJS.ProcessEnv,
): BlobStore =>
  PHOTO_STORE ? makeBucketStore(DATA_DIR, PHOTO_STORE, settings) : makeFolderStore(DATA_DIR);
