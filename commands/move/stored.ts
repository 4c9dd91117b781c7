import { openBucket } from '#server/s3/bucket.ts';
import { filesUnder } from '../backup/files.ts';
import type { Place } from './settings.ts';
import { photosName } from './settings.ts';
import type { Side } from './side.ts';

const FOLDERS = ['photos/', 'uploads/'];

/**
 * A place for photos must be empty, or hold what an earlier move of this instance copied there.
 * @returns whether it holds something
 * @throws Error with one line
 */
export async function requireOwnFiles(side: Side, place: Place): Promise<boolean> {
  let known = '';
  for await (const name of filesAt(place)) {
    const id = idOf(name);
    if (id === known) continue;
    const rows = await side.query('SELECT 1 FROM blobs WHERE id = ?', [id]);
    if (rows.length === 0) {
      throw new Error(
        `${photosName(place)} holds photos that this database does not know, the first is ${name}; choose an empty place, or, if they were deleted since an earlier move, remove them there first`,
      );
    }
    known = id;
  }
  return known !== '';
}

const idOf = (name: string): string => {
  const [folder, first = '', second = ''] = name.split('/');
  return folder === 'uploads' ? first : second;
};

async function* filesAt({ env, settings }: Place): AsyncGenerator<string> {
  if (!env.PHOTO_STORE) {
    for (const folder of FOLDERS) yield* filesUnder(env.DATA_DIR, folder);
    return;
  }
  const bucket = await openBucket(env.PHOTO_STORE, settings);
  try {
    for (const folder of FOLDERS) for await (const { key } of bucket.list(folder)) yield key;
  } finally {
    bucket.close();
  }
}
