import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { BucketAddress } from '#server/s3/parse-bucket-address.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import { openBucket } from '#server/s3/bucket.ts';
import { filesUnder, hashOf, hashOfStream, sizeOf } from '../backup/files.ts';

interface Listed {
  /** Below the data folder, also in a bucket. */
  path: string;
  modifiedMs: number;
}

/** What is compared with the rows. */
export interface CheckedFiles {
  /** null if it does not exist. */
  sizeOf(file: string): Promise<number | null>;
  /** null if it is missing or unreadable. */
  hashOf(file: string): Promise<string | null>;
  list(folder: string): AsyncGenerator<Listed>;
  /** Now, whatever a list said. */
  isThere(file: string): Promise<boolean>;
  close(): void;
}

export const folderFiles = (dataDir: string): CheckedFiles => ({
  sizeOf: (file) => sizeOf(path.join(dataDir, file)),
  hashOf: (file) => hashOf(path.join(dataDir, file)),
  async *list(folder) {
    for await (const name of filesUnder(dataDir, folder)) {
      const at = await stat(path.join(dataDir, name)).catch(() => null);
      if (at) yield { path: name, modifiedMs: at.mtimeMs };
    }
  },
  isThere: async (file) => (await sizeOf(path.join(dataDir, file))) !== null,
  close: () => undefined,
});

/**
 * Photos in a bucket, and the rest in the data folder. The bucket is listed once, which costs a
 * request for 1,000 files; whatever the list lacks is asked for again before it counts as missing.
 * @throws StoreError if it is away
 */
export async function openBucketFiles(
  dataDir: string,
  address: BucketAddress,
): Promise<CheckedFiles> {
  const bucket = await openBucket(address);
  const local = folderFiles(dataDir);
  const sizes = new Map<string, number>();
  for (const folder of ['uploads/', 'photos/']) {
    for await (const { key, byteSize } of bucket.list(folder)) sizes.set(key, byteSize);
  }
  return {
    sizeOf: async (file) => sizes.get(file) ?? (await bucket.find(file))?.byteSize ?? null,
    hashOf: (file) => hashOfObject(bucket, file),
    list: (folder) => (folder === 'tmp' ? local.list(folder) : listed(bucket, `${folder}/`)),
    isThere: async (file) =>
      file.startsWith('tmp/') ? local.isThere(file) : (await bucket.find(file)) !== null,
    close() {
      bucket.close();
    },
  };
}

async function* listed(bucket: Bucket, start: string): AsyncGenerator<Listed> {
  for await (const { key, modifiedAt } of bucket.list(start)) {
    yield { path: key, modifiedMs: modifiedAt.getTime() };
  }
}

async function hashOfObject(bucket: Bucket, key: string): Promise<string | null> {
  try {
    return await hashOfStream((await bucket.get(key)).stream);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}
