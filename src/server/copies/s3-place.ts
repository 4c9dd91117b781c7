import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { codeOf } from '#lib/errors.ts';
import { parseBucketAddress } from '#server/s3/parse-bucket-address.ts';
import { openBucket } from '#server/s3/bucket.ts';
import type { Place } from './place.ts';

/** A folder of an S3-compatible store. An object appears only when it is complete. */
export async function openBucketPlace(text: string): Promise<Place> {
  const address = parseBucketAddress(text);
  if (!address) throw new Error(`${text} is no address of a bucket`);
  const bucket = await openBucket(address);
  return {
    async *list(folder) {
      for await (const { key, byteSize } of bucket.list(`${folder}/`)) {
        yield { name: key.slice(folder.length + 1), size: byteSize };
      }
    },
    read: (name) =>
      bucket.get(name).then(
        ({ stream }) => stream,
        (error: unknown) => {
          if (codeOf(error) === 'ENOENT') return null;
          throw error;
        },
      ),
    async send(file, name) {
      await bucket.putFile(name, file, {
        byteSize: (await stat(file)).size,
        md5: await md5Of(file),
      });
    },
    remove: (name) => bucket.remove(name),
    prepare: () => bucket.check(),
    close: () => bucket.close(),
  };
}

async function md5Of(file: string): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('base64');
}
