import type { YearMonth } from '../../lib/calendar.ts';
import { firstDayOf, lastDayOf } from '../../lib/calendar.ts';
import type { Db } from '../../server/database.ts';

/** Photos of a month that their families can see, if nothing hides them. */
const readyItems = (db: Db, hostId: string, yearMonth: YearMonth) =>
  db
    .selectFrom('items')
    .innerJoin('blobs', (join) =>
      join.onRef('blobs.id', '=', 'items.blob_id').onRef('blobs.host_id', '=', 'items.host_id'),
    )
    .where('items.host_id', '=', hostId)
    .where('items.deleted_at', 'is', null)
    .where('items.held', '=', 0)
    .where('items.taken_on', '>=', firstDayOf(yearMonth))
    .where('items.taken_on', '<=', lastDayOf(yearMonth))
    .where('blobs.state', '=', 'ready');

/** A facility-wide photo of that month; undefined while there is none. */
export const findSharedItem = (db: Db, hostId: string, yearMonth: YearMonth) =>
  readyItems(db, hostId, yearMonth)
    .select('items.id')
    .where('items.resident_id', 'is', null)
    .limit(1)
    .executeTakeFirst();

/** Photos of that month by resident; of these residents, or of all. */
export const countOwnPhotos = (
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  among?: readonly string[],
) =>
  readyItems(db, hostId, yearMonth)
    .select(({ fn }) => ['items.resident_id', fn.countAll<number>().as('count')])
    .where('items.resident_id', 'is not', null)
    .$if(among !== undefined, (query) => query.where('items.resident_id', 'in', among ?? []))
    .groupBy('items.resident_id')
    .execute();
