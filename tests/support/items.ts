import type { ItemRow } from '#db/schema.ts';
import { newId } from '#server/secrets.ts';
import type { Factory } from './factories.ts';

interface ItemOptions {
  /** null: facility-wide. */
  residentId: string | null;
  takenOn: string;
  caption?: string;
  deletedAt?: string;
  isHeld?: boolean;
  isLeftOut?: boolean;
  state?: 'accepted' | 'ready';
  /** Equal for the same picture. */
  picture?: string;
}

/** In the database only, for code that never opens its files. */
export async function makeItem(
  { db, clock }: Factory,
  hostId: string,
  options: ItemOptions,
): Promise<ItemRow> {
  const now = clock.now().toISOString();
  const id = newId();
  await db
    .insertInto('blobs')
    .values({
      id,
      host_id: hostId,
      filename: 'IMG_0001.jpg',
      content_type: 'image/jpeg',
      byte_size: 1,
      checksum: id,
      sha256: options.picture ?? id,
      state: options.state ?? 'ready',
      width: 1600,
      height: 1200,
      color: '#ccbbaa',
      exif_taken_on: null,
      created_by: null,
      created_at: now,
      slot_expires_at: now,
    })
    .execute();
  return db
    .insertInto('items')
    .values({
      id: newId(),
      host_id: hostId,
      resident_id: options.residentId,
      blob_id: id,
      picture: options.picture ?? id,
      is_upload: 1,
      taken_on: options.takenOn,
      caption: options.caption ?? '',
      created_by: null,
      created_at: now,
      deleted_at: options.deletedAt ?? null,
      held: options.isHeld ? 1 : 0,
      left_out: options.isLeftOut ? 1 : 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
