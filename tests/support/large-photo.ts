import { appendFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { MASTER } from '#features/photo/photo.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { Site } from './open-site.ts';

const MORE_BYTES = 4_000_000;

/** Makes a photo's master as large as a real one. @returns its URL for staff */
export async function enlargePhoto({ world, dataDir, factory }: Site): Promise<string> {
  const { blobId } = world.items.own;
  const file = path.join(dataPaths(dataDir).photos, blobId.slice(0, 2), blobId, MASTER);
  await appendFile(file, Buffer.alloc(MORE_BYTES));
  await factory.db
    .updateTable('blob_files')
    .set({ byte_size: (await stat(file)).size })
    .where('blob_id', '=', blobId)
    .where('name', '=', MASTER)
    .execute();
  return `/photos/staff/${blobId}/${MASTER}`;
}
