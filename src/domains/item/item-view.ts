import { imagesOf } from '#domains/photo/photo.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { isOn } from '#lib/flags.ts';
import { paths } from '#lib/paths.ts';
import type { ItemWithPhoto } from './item-rows.ts';
import type { Item } from './item.ts';
import { residentsIn } from './leave-out.ts';

/** @param address URL of one of the photo's files */
export function toItem(row: ItemWithPhoto, address: (file: string) => string): Item {
  const width = row.width ?? 1;
  const height = row.height ?? 1;
  const ready = row.state === 'ready';
  const yearMonth: YearMonth = yearMonthOf(row.taken_on);
  return {
    id: row.id,
    residentId: row.resident_id,
    residentName: row.resident_name,
    takenOn: row.taken_on,
    yearMonth,
    caption: row.caption,
    width,
    height,
    color: row.color ?? '#eeeeee',
    status: ready ? 'ready' : 'processing',
    held: isOn(row.held),
    leftOut: isOn(row.left_out),
    leftOutFor: residentsIn(row),
    images: imagesOf({ width, height, ready }, address),
    createdBy: row.creator_name,
    createdAt: row.created_at,
  };
}

/** With picture URLs for a session. */
export const toStaffItem = (row: ItemWithPhoto): Item =>
  toItem(row, (file) => paths.staffPhoto(row.blob_id, file));
