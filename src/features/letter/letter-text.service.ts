import type { LetterRow } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { findLetterRow, findLetterText, listLetterTexts } from './letter.repository.ts';

/** Saved texts of a host's months before one; an emptied text does not count. */
export const readLetterTexts = (db: Db, hostId: string, before: YearMonth): Promise<LetterRow[]> =>
  listLetterTexts(db, hostId, before);

/** A month's text as stored, also when it was emptied. */
export const readStoredText = (db: Db, hostId: string, yearMonth: YearMonth) =>
  findLetterRow(db, hostId, yearMonth);

/** Whether a month has a saved text. */
export const hasSavedText = async (db: Db, hostId: string, yearMonth: YearMonth) =>
  (await findLetterText(db, hostId, yearMonth)) !== undefined;
