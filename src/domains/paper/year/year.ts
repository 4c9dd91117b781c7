import type { CivilDate } from '#lib/calendar.ts';
import { addDays, yearMonthOf, yearOf } from '#lib/calendar.ts';
import { isDelivered } from '#domains/people/stay.ts';

/** Which letters a book binds, and which of its parts is shown. */
export interface Span {
  /** null for all. */
  year: number | null;
  /** From 1. */
  part: number;
}

const SPAN = /^(?:all|([1-9]\d{3}))(?:-([2-9]|[1-9]\d{1,2}))?$/;

/** `2026` or `all`, and from the second on a part: `all-2`; otherwise undefined. */
export function parseSpan(text: string): Span | undefined {
  const [isSpan, year, part = '1'] = SPAN.exec(text) ?? [];
  if (isSpan === undefined) return undefined;
  return { year: year === undefined ? null : Number(year), part: Number(part) };
}

/** The guard of `/letters/years/{yyyy}` (domain.md#a-year): all, or a year up to tomorrow's. */
export function isOpenYear(text: string, today: CivilDate): boolean {
  const span = parseSpan(text);
  return span !== undefined && (span.year ?? 0) <= yearOf(yearMonthOf(addDays(today, 1)));
}

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
