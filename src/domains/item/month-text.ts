import type { YearMonth } from '#lib/calendar.ts';
import { monthOf } from '#lib/calendar.ts';

interface LetterText {
  year_month: YearMonth;
  title: string;
  body: string;
  cover_item_id: string | null;
}

/** Whether there is a greeting, or a title other than the default. */
export const hasWords = ({ year_month, title, body }: Omit<LetterText, 'cover_item_id'>): boolean =>
  body !== '' || (title !== '' && title !== defaultTitle(year_month));

/** An emptied text keeps its row, so that older pages cannot overwrite later texts. */
export const isSavedText = (text: LetterText): boolean =>
  hasWords(text) || text.cover_item_id !== null;

export const TITLE_END = '月号';

/** The default title (domain.md#a-letter). */
export const defaultTitle = (yearMonth: YearMonth): string => `${monthOf(yearMonth)}${TITLE_END}`;

/** A letter's title where the month stands above it: empty for the default one. */
export const ownTitle = ({ title, yearMonth }: { title: string; yearMonth: YearMonth }): string =>
  title === defaultTitle(yearMonth) ? '' : title;
