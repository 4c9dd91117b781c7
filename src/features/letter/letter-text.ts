import type { YearMonth } from '../../lib/calendar.ts';
import { defaultTitle } from './letter.ts';

/** What an admin can give a month: a title, a greeting and a cover. */
interface LetterText {
  year_month: YearMonth;
  title: string;
  body: string;
  cover_item_id: string | null;
}

/** Whether there is something to read: a greeting, or a title that is not the month's own. */
export const hasWords = ({ year_month, title, body }: Omit<LetterText, 'cover_item_id'>): boolean =>
  body !== '' || (title !== '' && title !== defaultTitle(year_month));

/**
 * Whether a row of `letters` is a saved text. One that was emptied keeps its row, so that its
 * versions go on and nobody's older page can overwrite what is written later.
 */
export const isSavedText = (text: LetterText): boolean =>
  hasWords(text) || text.cover_item_id !== null;
