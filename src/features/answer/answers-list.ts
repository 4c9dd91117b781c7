import type { YearMonth } from '#lib/calendar.ts';
import { parseYearMonth } from '#lib/calendar.ts';
import type { Listed } from '#lib/pages.ts';
import { addressWith, readPage } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';

/** Long ones, with their buttons, are 2 KB each. */
export const LISTED_ANSWERS: Listed = {
  name: 'ことば',
  unit: '通',
  ordinal: '通目',
  perPage: 50,
  onePageUpTo: 75,
};

/** What the staff's page of answers shows. */
export interface AnswersQuery {
  /** null: the new ones of all months. */
  yearMonth: YearMonth | null;
  page: number;
}

export const readAnswersQuery = (query: Pick<URLSearchParams, 'get'>): AnswersQuery => ({
  yearMonth: parseYearMonth(query.get('month') ?? '') ?? null,
  page: readPage(query),
});

export const answersAddress = (
  { yearMonth, page }: AnswersQuery,
  more: Record<string, string> = {},
): string =>
  addressWith(paths.answers, { month: yearMonth, page: page > 1 ? page : null, ...more });

export const cardsAddress = (yearMonth: YearMonth | null): string =>
  addressWith(paths.printAnswers, { month: yearMonth });

/** The dashboard after one of its answers' buttons. */
export const dashboardAfter = ({ id, change }: { id: string; change: string }): string =>
  `${addressWith(paths.dashboard, { changed: change, answer: id })}#answers`;
