import type { YearMonth } from '../../lib/calendar.ts';
import type { Db } from '../../server/database.ts';
import type { MonthContents } from './existing.ts';
import { findSharedItem, listResidentsInPictures } from './existing.repository.ts';
import { findLetterText } from './letter.repository.ts';

/**
 * What there is of a month, for `hasLetter`.
 * @param among the residents it is asked about; all of the host's without it
 */
export async function readMonthContents(
  db: Db,
  hostId: string,
  yearMonth: YearMonth,
  among?: readonly string[],
): Promise<MonthContents> {
  const isShared =
    (await findLetterText(db, hostId, yearMonth)) !== undefined ||
    (await findSharedItem(db, hostId, yearMonth)) !== undefined;
  const rows = isShared ? [] : await listResidentsInPictures(db, hostId, yearMonth, among);
  return {
    yearMonth,
    isShared,
    residentIds: new Set(rows.flatMap(({ resident_id: id }) => id ?? [])),
  };
}
