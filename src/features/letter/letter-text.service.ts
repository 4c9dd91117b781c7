import type { LetterRow } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import { findFirstNotedMonth } from './person-month.repository.ts';
import { findLetterRow, findLetterText, listLetterTexts } from './letter.repository.ts';

export const readLetterTexts = (db: Db, hostId: string, before: YearMonth): Promise<LetterRow[]> =>
  listLetterTexts(db, hostId, before);

/** Of any resident; null without a note. */
export const readFirstNotedMonth = (db: Db, hostId: string): Promise<YearMonth | null> =>
  findFirstNotedMonth(db, hostId);

/** A month's text as stored, even if emptied. */
export const readStoredText = (db: Db, hostId: string, yearMonth: YearMonth) =>
  findLetterRow(db, hostId, yearMonth);

export const hasSavedText = async (db: Db, hostId: string, yearMonth: YearMonth) =>
  (await findLetterText(db, hostId, yearMonth)) !== undefined;
