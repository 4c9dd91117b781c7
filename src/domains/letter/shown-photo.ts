import type { VisibleItem } from './letter-rows.ts';

/** As families' pages show it: addressed by its stored picture: they contain its name anyway. */
export const toShown = (
  row: VisibleItem,
  addressOf: (blobId: string) => (file: string) => string,
) => ({
  id: row.blob_id,
  isOwn: row.resident_id !== null,
  takenOn: row.taken_on,
  caption: row.caption,
  width: row.width ?? 1,
  height: row.height ?? 1,
  color: row.color ?? '#eeeeee',
  folder: addressOf(row.blob_id)(''),
});
