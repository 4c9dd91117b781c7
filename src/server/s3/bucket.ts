import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { BucketAddress } from './parse-bucket-address.ts';
import type { S3 } from './open-s3.ts';
import { openS3 } from './open-s3.ts';
import { StoreError, asStoreError, isMissing } from './store-error.ts';

interface StoredObject {
  /** Without the address's prefix. */
  key: string;
  byteSize: number;
  modifiedAt: Date;
}

export interface Content {
  byteSize: number;
  stream: Readable;
}

/** One bucket below one prefix. Every method throws StoreError. */
export interface Bucket {
  /** Resolves when the object is durable. */
  put(key: string, content: Buffer): Promise<void>;
  /** The same from a file. @param about as measured when it was written; MD5 in Base64 */
  putFile(key: string, file: string, about: { byteSize: number; md5: string }): Promise<void>;
  /** The stream must be read or destroyed. @throws StoreError ENOENT */
  get(key: string): Promise<Content>;
  /** @returns null if there is no such object */
  find(key: string): Promise<StoredObject | null>;
  /** All objects whose keys start so, in order of their keys. */
  list(start: string): AsyncGenerator<StoredObject>;
  /** Succeeds as well if there is no such object. */
  remove(key: string): Promise<void>;
  /** Whether it can be reached and listed with these credentials. */
  check(): Promise<void>;
  close(): void;
}

const TRIES = 3;
const PAUSE_MS = 200;

/** Opens a bucket with the environment's credentials; nothing is sent yet. */
export async function openBucket(
  { bucket: Bucket, prefix }: BucketAddress,
  env?: NodeJS.ProcessEnv,
): Promise<Bucket> {
  const s3 = await openS3(env);
  const { client } = s3;
  const at = (key: string) => ({ Bucket, Key: prefix + key });

  return {
    put: (key, content) =>
      orStoreError('PUT', async () => {
        const ContentMD5 = createHash('md5').update(content).digest('base64');
        const ContentLength = content.length;
        const object = { ...at(key), Body: content, ContentLength, ContentMD5 };
        await client.send(new s3.PutObjectCommand(object));
      }),
    putFile: (key, file, { byteSize: ContentLength, md5: ContentMD5 }) =>
      orStoreError('PUT', () =>
        repeatedly(async () => {
          const Body = createReadStream(file);
          try {
            const object = { ...at(key), Body, ContentLength, ContentMD5 };
            await client.send(new s3.PutObjectCommand(object));
          } finally {
            Body.destroy();
          }
        }),
      ),
    get: (key) =>
      orStoreError('GET', async () => {
        const { Body, ContentLength } = await client.send(new s3.GetObjectCommand(at(key)));
        if (!Body || ContentLength === undefined) throw new Error('no content');
        return { byteSize: ContentLength, stream: Body as Readable };
      }),
    find: (key) =>
      orStoreError('HEAD', async () => {
        const found = await client
          .send(new s3.HeadObjectCommand(at(key)))
          .catch((error: unknown) => {
            if (isMissing(error)) return null;
            throw error;
          });
        return found && storedObject(key, found.ContentLength, found.LastModified);
      }),
    list: (start) => listed(s3, Bucket, prefix, start),
    remove: (key) =>
      orStoreError('DELETE', async () => {
        await client.send(new s3.DeleteObjectCommand(at(key)));
      }),
    check: () =>
      orStoreError('LIST', async () => {
        // HeadBucket answers without a reason, and may be allowed where the prefix is not.
        const one = new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 });
        await client.send(one);
      }),
    close() {
      client.destroy();
    },
  };
}

const storedObject = (key: string, byteSize = 0, modifiedAt = new Date()): StoredObject => ({
  key,
  byteSize,
  modifiedAt,
});

async function* listed(
  { client, ListObjectsV2Command }: S3,
  Bucket: string,
  prefix: string,
  start: string,
): AsyncGenerator<StoredObject> {
  let ContinuationToken: string | undefined;
  do {
    const question = { Bucket, Prefix: prefix + start, ContinuationToken };
    const page = await orStoreError('LIST', () => client.send(new ListObjectsV2Command(question)));
    for (const { Key = '', Size, LastModified } of page.Contents ?? []) {
      yield storedObject(Key.slice(prefix.length), Size, LastModified);
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

async function orStoreError<T>(doing: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw asStoreError(error, doing);
  }
}

/** The SDK repeats requests itself, but not those whose body is a stream. */
async function repeatedly(run: () => Promise<void>): Promise<void> {
  for (let n = 1; ; n++) {
    try {
      await run();
      return;
    } catch (error) {
      if (n === TRIES || !isPassing(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * n));
  }
}

/** A refusal is repeated in vain, unless our clock is wrong: the client has corrected it by then. */
function isPassing(error: unknown): boolean {
  if (error instanceof Error && error.name === 'RequestTimeTooSkewed') return true;
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return !(error instanceof StoreError) && (status === undefined || status >= 500);
}
