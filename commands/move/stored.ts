import path from 'node:path';
import { blobIdOf } from '#server/blobs/keys.ts';
import { openBucket } from '#server/s3/bucket.ts';
import { filesUnder, sizeOf } from '../backup/files.ts';
import type { Place } from './settings.ts';
import { photosName } from './settings.ts';
import type { Side } from './side.ts';

export interface Present {
  isEmpty: boolean;
  /** In whole blocks of a disk. */
  bytes: number;
}

const FOLDERS = ['photos/', 'uploads/'];

/**
 * A place for photos must be empty, or hold what an earlier move of this instance copied there.
 * @returns whether it holds something, and how many bytes
 * @throws Error with one line
 */
export async function requireOwnFiles(side: Side, place: Place): Promise<Present> {
  let known = '';
  let bytes = 0;
  for await (const { name, byteSize } of filesAt(place)) {
    bytes += onDisk(byteSize);
    const id = blobIdOf(name);
    if (id === known) continue;
    const rows = await side.query('SELECT 1 FROM blobs WHERE id = ?', [id]);
    if (rows.length === 0) {
      throw new Error(
        `${photosName(place)} holds photos that this database does not know, the first is ${name}; choose an empty place, or, if they were deleted since an earlier move, remove them there first`,
      );
    }
    known = id;
  }
  return { isEmpty: known === '', bytes };
}

interface Found {
  name: string;
  byteSize: number;
}

async function* filesAt({ env, settings }: Place): AsyncGenerator<Found> {
  if (!env.PHOTO_STORE) {
    for (const folder of FOLDERS) {
      for await (const name of filesUnder(env.DATA_DIR, folder)) {
        yield { name, byteSize: (await sizeOf(path.join(env.DATA_DIR, name))) ?? 0 };
      }
    }
    return;
  }
  const bucket = await openBucket(env.PHOTO_STORE, settings);
  try {
    for (const folder of FOLDERS) {
      for await (const { key, byteSize } of bucket.list(folder)) yield { name: key, byteSize };
    }
  } finally {
    bucket.close();
  }
}

/** Files and folders take whole blocks. */
export const BLOCK = 4096;

const onDisk = (byteSize: number): number => Math.ceil(byteSize / BLOCK) * BLOCK;
