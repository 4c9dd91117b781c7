import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { diskFull, storeAway } from '#lib/errors.ts';
import type { BlobStore, StoredContent, StoredFile } from '#server/blob-store.ts';
import { roomOn } from '#server/disk-space.ts';
import type { BucketAddress } from '#server/s3/parse-bucket-address.ts';
import type { Bucket, Content } from '#server/s3/bucket.ts';
import { openBucket } from '#server/s3/bucket.ts';
import { StoreError, asStoreError } from '#server/s3/store-error.ts';
import { UPLOADS, photoKey, uploadKey } from './keys.ts';
import { makeSpool, writeVerified } from './spool.ts';

/** What is kept in memory; a larger file is read to its end into `tmp` first. */
const SMALL_BYTES = 256 * 1024;
const REACHED_WITHIN_MS = 5000;

/**
 * Photos in an S3-compatible store; uploads and pictures pass through the data folder's `tmp`, so
 * that a slow client never holds a connection to the store. Nothing is opened before it is needed.
 * @throws AppError 503 while the store is away, 507 when it or the disk is full; ENOENT as a folder
 */
export function makeBucketStore(
  dataDir: string,
  address: BucketAddress,
  settings?: NodeJS.ProcessEnv,
): BlobStore {
  const spool = makeSpool(dataDir);
  let opened: Promise<Bucket> | undefined;
  const opening = (): Promise<Bucket> => (opened ??= openBucket(address, settings));
  const inBucket = async <T>(run: (bucket: Bucket) => Promise<T>): Promise<T> => {
    try {
      return await run(await opening());
    } catch (error) {
      throw asKnown(error);
    }
  };
  const fetchTo = async (key: string, file: string): Promise<string> => {
    await inBucket(async (bucket) => save(await bucket.get(key), file));
    return file;
  };
  const open = (blobId: string, name: string): Promise<StoredContent> =>
    inBucket(async (bucket) => held(await bucket.get(photoKey(blobId, name)), spool.nextPath));
  const removeUnder = (start: string): Promise<void> =>
    inBucket(async (bucket) => {
      for await (const { key } of bucket.list(start)) await bucket.remove(key);
    });

  return {
    ...spool,
    async receive(blobId, body, announced) {
      if ((await roomOn(dataDir)) < announced.byteSize) throw diskFull();
      const file = spool.nextPath();
      try {
        const stored = await writeVerified(file, body, announced);
        await inBucket((bucket) => bucket.putFile(uploadKey(blobId), file, announced));
        return stored;
      } finally {
        await rm(file, { force: true });
      }
    },
    // A file on its way: what is kept takes no room here.
    room: () => roomOn(dataDir),
    roomForTrials: () => roomOn(dataDir),
    uploadFile: (blobId, folder) => fetchTo(uploadKey(blobId), path.join(folder, 'source')),
    photoFile: (blobId, name, folder) =>
      fetchTo(photoKey(blobId, name), path.join(folder, 'source')),
    removeUpload: (blobId) => inBucket((bucket) => bucket.remove(uploadKey(blobId))),
    listUploads: () => inBucket((bucket) => namesUnder(bucket, UPLOADS)),
    async adopt(blobId, workFolder, names) {
      const stored = await inBucket((bucket) => putAll(bucket, blobId, workFolder, names));
      await spool.removeWorkFolder(workFolder);
      return stored;
    },
    sizeOf: (blobId, name) =>
      inBucket(async (bucket) => {
        const found = await bucket.find(photoKey(blobId, name));
        if (!found) throw new StoreError('ENOENT', 'HEAD: no such object', null);
        return found.byteSize;
      }),
    open,
    async stream(blobId, name) {
      const content = await open(blobId, name);
      return content.stream().once('close', () => void content.close());
    },
    removeFile: (blobId, name) => inBucket((bucket) => bucket.remove(photoKey(blobId, name))),
    removePhoto: (blobId) => removeUnder(photoKey(blobId)),
    listPhoto: (blobId) => inBucket((bucket) => namesUnder(bucket, photoKey(blobId))),
    whyAway: () =>
      Promise.race([
        opening()
          .then((bucket) => bucket.check())
          .then(
            () => null,
            (error: unknown) => (error instanceof Error ? error.message : String(error)),
          ),
        silentFor(REACHED_WITHIN_MS),
      ]),
    close: () => void opened?.then((bucket) => bucket.close()).catch(() => undefined),
  };
}

const silentFor = (ms: number): Promise<string> =>
  new Promise((resolve) =>
    setTimeout(() => resolve(`no answer within ${ms / 1000} s`), ms).unref(),
  );

function asKnown(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === 'STORE_AWAY') return storeAway(error);
  return code === 'EDQUOT' || code === 'ENOSPC' ? diskFull(error) : error;
}

async function namesUnder(bucket: Bucket, start: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of bucket.list(start)) names.push(key.slice(start.length));
  return names;
}

/** Waits for every one even if one fails: one that arrived later could follow a removal. */
async function putAll(
  bucket: Bucket,
  blobId: string,
  workFolder: string,
  names: readonly string[],
): Promise<Map<string, StoredFile>> {
  const put = async (name: string): Promise<[string, StoredFile]> => {
    const content = await readFile(path.join(workFolder, name));
    await bucket.put(photoKey(blobId, name), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return [name, { byteSize: content.length, sha256 }];
  };
  const ended = await Promise.allSettled(names.map(put));
  return new Map(
    ended.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    }),
  );
}

/** @throws StoreError if the connection breaks, or for want of room */
async function save({ stream }: Content, file: string): Promise<void> {
  try {
    await pipeline(stream, createWriteStream(file, { flags: 'wx' }));
  } catch (error) {
    await rm(file, { force: true });
    throw asStoreError(error, 'GET');
  }
}

async function held(content: Content, nextPath: () => string): Promise<StoredContent> {
  const { byteSize, stream } = content;
  if (byteSize <= SMALL_BYTES) {
    const bytes = await buffer(stream).catch((error: unknown) => {
      throw asStoreError(error, 'GET');
    });
    const read = (): Promise<Buffer> => Promise.resolve(bytes);
    const all = () => Readable.from([bytes], { objectMode: false });
    return { byteSize, stream: all, read, close: () => undefined };
  }
  const file = nextPath();
  await save(content, file);
  return {
    byteSize,
    stream: () => createReadStream(file),
    read: () => readFile(file),
    close: () => rm(file, { force: true }),
  };
}
