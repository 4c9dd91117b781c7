import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { isOfMonth, isOfPlace, photosInLetters } from './visibility.scope.ts';

export const findSharedItem = (db: Db, hostId: string, yearMonth: YearMonth) =>
  photosInLetters(db, hostId)
    .where(isOfMonth(yearMonth))
    .select('items.id')
    .where(isOfPlace(null))
    .limit(1)
    .executeTakeFirst();

export const countOwnPhotos = (
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  among?: readonly string[],
) =>
  photosInLetters(db, hostId)
    .where(isOfMonth(yearMonth))
    .select(({ fn }) => ['items.resident_id', fn.countAll<number>().as('count')])
    .where('items.resident_id', 'is not', null)
    .$if(among !== undefined, (query) =>
      query.where('items.resident_id', 'in', orNone(among ?? [])),
    )
    .groupBy('items.resident_id')
    .execute();
