import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { photoKey, uploadKey } from '#server/blobs/keys.ts';
import type { Env } from '#server/env.ts';
import { openBucket } from '#server/s3/bucket.ts';

/** Photos' files behind the server's back, in either store. Names are paths below the data folder. */
export interface StoredFiles {
  read: (file: string) => Promise<Buffer>;
  write: (file: string, content: string | Buffer) => Promise<void>;
  remove: (file: string) => Promise<void>;
  /** All below a folder. */
  list: (folder: 'photos' | 'uploads') => Promise<string[]>;
}

/** Whether `npm run test:s3` runs this. */
export const isOnS3 = process.env['TEST_PHOTO_STORE'] === 's3';

export const photoFile = photoKey;
export const uploadFile = uploadKey;

export const storedFiles = ({ DATA_DIR, PHOTO_STORE }: Env): StoredFiles =>
  PHOTO_STORE ? inBucket(PHOTO_STORE) : inFolder(DATA_DIR);

function inFolder(dataDir: string): StoredFiles {
  const at = (file: string): string => path.join(dataDir, file);
  return {
    read: (file) => readFile(at(file)),
    async write(file, content) {
      await mkdir(path.dirname(at(file)), { recursive: true });
      await writeFile(at(file), content);
    },
    remove: (file) => rm(at(file)),
    async list(folder) {
      const found = await readdir(at(folder), { recursive: true, withFileTypes: true });
      return found
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => path.relative(dataDir, path.join(parentPath, name)));
    },
  };
}

function inBucket(address: NonNullable<Env['PHOTO_STORE']>): StoredFiles {
  const bucket = openBucket(address);
  return {
    read: async (file) => buffer((await (await bucket).get(file)).stream),
    write: async (file, content) => (await bucket).put(file, Buffer.from(content)),
    remove: async (file) => (await bucket).remove(file),
    async list(folder) {
      const names: string[] = [];
      for await (const { key } of (await bucket).list(`${folder}/`)) names.push(key);
      return names;
    },
  };
}
