import type { YearMonth } from '#lib/calendar.ts';
import { defaultTitle } from './letter.ts';

/** What an admin sets for a month: title, greeting and cover. */
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
 * Whether a row of `letters` is a saved text. An emptied one keeps its row, so that its version
 * continues and older pages cannot overwrite later texts.
 */
export const isSavedText = (text: LetterText): boolean =>
  hasWords(text) || text.cover_item_id !== null;
