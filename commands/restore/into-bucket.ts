import BetterSqlite3 from 'better-sqlite3';
import { readFile, rm } from 'node:fs/promises';
import { blobIdOf } from '#server/blobs/keys.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import { openBucket } from '#server/s3/bucket.ts';
import type { BucketAddress } from '#server/s3/parse-bucket-address.ts';
import { hashOfStream } from '../backup/files.ts';

/** Stores answer several requests at a time faster than one after the other. */
const AT_ONCE = 4;
const FOLDERS = ['photos/', 'uploads/'];
const SAY_EVERY_MS = 5000;

/** The store, and not the backup, is to blame. */
export class NotSent extends Error {}

/** Where the photos of a backup go, if not into the folder. */
export interface PhotoSink {
  /** Takes a file of the stage away, if it is one of a photo. */
  take(name: string, file: string, sha256: string): Promise<void>;
  /** Once all have arrived. */
  finish(): Promise<void>;
  /** One that it took was damaged. */
  drop(name: string): Promise<void>;
  close(): void;
}

/**
 * Sends photos into a bucket one by one, so that they need no room here. What an earlier try sent is
 * read, and left if it is the same.
 */
export async function openPhotoSink(address: BucketAddress, stage: string): Promise<PhotoSink> {
  const bucket = await openBucket(address);
  const underWay = new Set<Promise<void>>();
  let there: Map<string, number> | undefined;
  let failure: NotSent | undefined;
  let count = 0;
  let said = Date.now();
  const send = async (name: string, file: string, sha256: string): Promise<void> => {
    const content = await readFile(file);
    const isThere = there?.get(name) === content.length;
    if (!isThere || (await hashOfStream((await bucket.get(name)).stream)) !== sha256) {
      await bucket.put(name, content);
    }
    await rm(file);
  };
  return {
    async take(name, file, sha256) {
      if (!FOLDERS.some((folder) => name.startsWith(folder))) return;
      there ??= await listOwn(bucket, address, stage).catch((error: unknown) => {
        throw notSent(error);
      });
      const sending = send(name, file, sha256).then(
        () => undefined,
        (error: unknown) => void (failure ??= notSent(error)),
      );
      underWay.add(sending);
      void sending.then(() => underWay.delete(sending));
      if (underWay.size >= AT_ONCE) await Promise.race(underWay);
      if (failure !== undefined) throw failure;
      count++;
      if (Date.now() - said < SAY_EVERY_MS) return;
      said = Date.now();
      console.log(`photos: ${count} files are in ${address.bucket}`);
    },
    async finish() {
      await Promise.all(underWay);
      if (failure !== undefined) throw failure;
    },
    drop: (name) => bucket.remove(name),
    close() {
      bucket.close();
    },
  };
}

const notSent = (error: unknown): NotSent =>
  new NotSent(`PHOTO_STORE: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });

/**
 * A bucket must be empty, or hold what an earlier try sent there. The database is the first file of a
 * backup.
 * @returns what is there, with its bytes
 * @throws Error with one line
 */
async function listOwn(
  bucket: Bucket,
  address: BucketAddress,
  stage: string,
): Promise<Map<string, number>> {
  const there = new Map<string, number>();
  const db = new BetterSqlite3(dataPaths(stage).database, { fileMustExist: true });
  try {
    const isOurs = db.prepare('SELECT 1 FROM blobs WHERE id = ?');
    for (const folder of FOLDERS) {
      for await (const { key, byteSize } of bucket.list(folder)) {
        if (!isOurs.get(blobIdOf(key))) {
          throw new Error(
            `s3://${address.bucket}/${address.prefix} holds photos that this backup does not know, the first is ${key}; choose an empty place, or, if they were deleted since an earlier try, remove them there first`,
          );
        }
        there.set(key, byteSize);
      }
    }
  } finally {
    db.close();
  }
  return there;
}
