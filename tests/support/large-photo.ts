import { MASTER } from '#lib/picture-recipe.ts';
import type { Site } from './open-site.ts';
import { photoFile } from './stored-files.ts';

const MORE_BYTES = 4_000_000;

/** Makes a photo's master as large as a real one. @returns its URL for staff */
export async function enlargePhoto({ world, stored, factory }: Site): Promise<string> {
  const { blobId } = world.items.own;
  const file = photoFile(blobId, MASTER);
  const content = Buffer.concat([await stored.read(file), Buffer.alloc(MORE_BYTES)]);
  await stored.write(file, content);
  await factory.db
    .updateTable('blob_files')
    .set({ byte_size: content.length })
    .where('blob_id', '=', blobId)
    .where('name', '=', MASTER)
    .execute();
  return `/photos/staff/${blobId}/${MASTER}`;
}
