import type { YearMonth } from '#lib/calendar.ts';
import { defaultTitle } from './letter.ts';

interface LetterText {
  year_month: YearMonth;
  title: string;
  body: string;
  cover_item_id: string | null;
}

/** Whether there is a greeting, or a title other than the default. */
export const hasWords = ({ year_month, title, body }: Omit<LetterText, 'cover_item_id'>): boolean =>
  body !== '' || (title !== '' && title !== defaultTitle(year_month));

/**
 * Whether a row of `letters` is a saved text: an emptied one keeps its row, so that its version
 * continues and older pages cannot overwrite later texts.
 */
export const isSavedText = (text: LetterText): boolean =>
  hasWords(text) || text.cover_item_id !== null;
