import type { CivilDate } from '#lib/calendar.ts';
import { addDays, yearMonthOf, yearOf } from '#lib/calendar.ts';
import { isDelivered } from '#domains/people/stay.ts';

/** Four digits, from 1000; otherwise undefined. */
const parseYear = (text: string): number | undefined =>
  /^[1-9]\d{3}$/.test(text) ? Number(text) : undefined;

/** Which letters a page shows: of a year, of all, or one year's part of the book of all. */
export interface Span {
  /** null for all. */
  year: number | null;
  isOfAll: boolean;
}

const ALL = /^all(?:-(\d{4}))?$/;

/** `2026`, `all` or `all-2026`; otherwise undefined. */
export function parseSpan(text: string): Span | undefined {
  const [isOfAll, part] = ALL.exec(text) ?? [];
  if (isOfAll && part === undefined) return { year: null, isOfAll: true };
  const year = parseYear(part ?? text);
  return year === undefined ? undefined : { year, isOfAll: part !== undefined };
}

/** The guard of `/letters/years/{yyyy}` (domain.md#a-year): all, or a year up to tomorrow's. */
export function isOpenYear(text: string, today: CivilDate): boolean {
  const span = parseSpan(text);
  return span !== undefined && (span.year ?? 0) <= yearOf(yearMonthOf(addDays(today, 1)));
}

/** Years with a letter that is out, oldest first. */
export const yearsOf = (letters: readonly { year: number; dueOn: CivilDate | null }[]): number[] =>
  [...new Set(letters.filter(({ dueOn }) => dueOn === null).map(({ year }) => year))].sort(
    (a, b) => a - b,
  );

/** 四十九日, with the day of death as the first, as it is counted. */
const DAYS_OF_QUIET = 49;

/**
 * Whether the shelf names the book of all years: once the last letter is out, after a death from the
 * 49th day on. Whoever asks before has its address from staff.
 */
export function isBookOffered(
  { diedOn, leftOn }: { diedOn: CivilDate | null; leftOn: CivilDate | null },
  today: CivilDate,
): boolean {
  if (diedOn !== null) return today >= addDays(diedOn, DAYS_OF_QUIET - 1);
  return leftOn !== null && isDelivered(yearMonthOf(leftOn), today);
}
