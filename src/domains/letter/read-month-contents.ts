import { hasWords } from '#domains/item/month-text.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { orNone } from '#server/lists.ts';
import { findShownText } from './letter-rows.ts';
import type { MonthContents } from './month-contents.ts';
import { listSkipped, listNoted } from './person-month.ts';
import { isOfMonth, isOfPlace, photosInLetters } from './who-sees-what.ts';

/** @param among the residents in question; by default, own photos are counted only where needed */
export async function readMonthContents(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  among?: readonly string[],
): Promise<MonthContents> {
  const text = await findShownText(db, hostId, yearMonth);
  const forAll = {
    hasWords: text !== undefined && hasWords(text),
    hasSharedPhotos: (await findSharedItem(db, hostId, yearMonth)) !== undefined,
  };
  const isCounted = among !== undefined || !(forAll.hasWords || forAll.hasSharedPhotos);
  const counts = isCounted ? await countOwnPhotos(db, hostId, yearMonth, among) : [];
  return {
    yearMonth,
    ...forAll,
    noted: await listNoted(db, hostId, yearMonth),
    skipped: await listSkipped(db, hostId, yearMonth),
    ownPhotos: new Map(counts.map(({ resident_id, count }) => [resident_id ?? '', count])),
  };
}

const findSharedItem = (db: Db, hostId: string, yearMonth: YearMonth) =>
  photosInLetters(db, hostId)
    .where(isOfMonth(yearMonth))
    .select('items.id')
    .where(isOfPlace(null))
    .limit(1)
    .executeTakeFirst();

const countOwnPhotos = (db: Db, hostId: string, yearMonth: YearMonth, among?: readonly string[]) =>
  photosInLetters(db, hostId)
    .where(isOfMonth(yearMonth))
    .select(({ fn }) => ['items.resident_id', fn.countAll<number>().as('count')])
    .where('items.resident_id', 'is not', null)
    .$if(among !== undefined, (query) =>
      query.where('items.resident_id', 'in', orNone(among ?? [])),
    )
    .groupBy('items.resident_id')
    .execute();
