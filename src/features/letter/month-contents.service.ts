import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import type { MonthContents } from './month-contents.ts';
import { isForAll } from './month-contents.ts';
import { countOwnPhotos, findSharedItem } from './month-contents.repository.ts';
import { hasWords } from './letter-text.ts';
import { findLetterText } from './letter.repository.ts';
import { listHeldBack, listNoted } from './person-month.repository.ts';

/** @param among the residents in question; by default, own photos are counted only where needed */
export async function readMonthContents(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  among?: readonly string[],
): Promise<MonthContents> {
  const text = await findLetterText(db, hostId, yearMonth);
  const forAll = {
    hasWords: text !== undefined && hasWords(text),
    hasSharedPhotos: (await findSharedItem(db, hostId, yearMonth)) !== undefined,
  };
  const isCounted = among !== undefined || !isForAll(forAll);
  const counts = isCounted ? await countOwnPhotos(db, hostId, yearMonth, among) : [];
  return {
    yearMonth,
    ...forAll,
    noted: await listNoted(db, hostId, yearMonth),
    heldBack: await listHeldBack(db, hostId, yearMonth),
    ownPhotos: new Map(counts.map(({ resident_id, count }) => [resident_id ?? '', count])),
  };
}
