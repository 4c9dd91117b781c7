import type { CivilDate } from '#lib/calendar.ts';
import { addDays, yearMonthOf, yearOf } from '#lib/calendar.ts';

/** Four digits, from 1000; otherwise undefined. */
const parseYear = (text: string): number | undefined =>
  /^[1-9]\d{3}$/.test(text) ? Number(text) : undefined;

/** The guard of `/letters/years/{yyyy}` (domain.md#a-year): a year up to tomorrow's. */
export function isOpenYear(text: string, today: CivilDate): boolean {
  const year = parseYear(text);
  return year !== undefined && year <= yearOf(yearMonthOf(addDays(today, 1)));
}

/** Years with a letter that is out, oldest first. */
export const yearsOf = (letters: readonly { year: number; dueOn: CivilDate | null }[]): number[] =>
  [...new Set(letters.filter(({ dueOn }) => dueOn === null).map(({ year }) => year))].sort(
    (a, b) => a - b,
  );
