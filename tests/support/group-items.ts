import { firstDayOf } from '#lib/calendar.ts';
import type { Place } from './large-facility-rows.ts';
import { instantOn, makeId, monthAgo } from './large-facility-rows.ts';

/** A photo of everybody, in the letter of each of last month. */
export function* groupItems(place: Place, blobIds: string[], residentIds: string[]) {
  for (const [n, blobId] of blobIds.entries()) {
    const takenOn = `${firstDayOf(monthAgo(place, 1)).slice(0, 8)}${String(1 + (n % 28)).padStart(2, '0')}`;
    for (const [at, residentId] of residentIds.entries()) {
      yield {
        id: makeId(`group ${n}`, at),
        host_id: place.hostId,
        resident_id: residentId,
        blob_id: blobId,
        picture: blobId,
        is_upload: at === 0 ? (1 as const) : (0 as const),
        taken_on: takenOn,
        created_by: place.staffId,
        created_at: instantOn(takenOn),
        deleted_at: null,
      };
    }
  }
}
