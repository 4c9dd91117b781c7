import type { YearMonth } from '#lib/calendar.ts';
import { addMonths, monthsBetween, yearOf } from '#lib/calendar.ts';
import { formatYearMonth } from '#lib/format-ja.ts';

/** With fewer, a figure would tell of one family to those who know the home. */
export const FEWEST_PEOPLE = 5;

export interface MonthFigures {
  /** The resident's own photos in each letter that somebody gets. */
  ownPhotos: readonly number[];
  /** Different ones in these letters, with those of the whole facility. */
  photos: number;
  families: number;
  seen: number;
  words: number;
}

interface Spread {
  least: number;
  median: number;
  most: number;
}

interface MeetingFigures {
  letters: number;
  photos: number;
  ownPhotos: Spread;
  families: number;
  seen: number;
  words: number;
}

export interface Counted {
  /** null: no month could be counted. */
  figures: MeetingFigures | null;
  /** Months that had letters, but for too few people. */
  leftOut: number;
}

/**
 * The sum of the months that have enough people. One with too few is in no sum: it could be found
 * from a year's sheet and those of its other months.
 */
export function countMonths(months: readonly MonthFigures[]): Counted {
  const some = months.filter(({ ownPhotos }) => ownPhotos.length > 0);
  const counted = some.filter(({ ownPhotos }) => ownPhotos.length >= FEWEST_PEOPLE);
  const sum = (of: (month: MonthFigures) => number): number =>
    counted.reduce((total, month) => total + of(month), 0);
  const ownPhotos = spreadOf(counted.flatMap((month) => month.ownPhotos));
  const figures = ownPhotos && {
    letters: sum((month) => month.ownPhotos.length),
    photos: sum(({ photos }) => photos),
    ownPhotos,
    families: sum(({ families }) => families),
    seen: sum(({ seen }) => seen),
    words: sum(({ words }) => words),
  };
  return { figures, leftOut: some.length - counted.length };
}

/** @returns null for none */
function spreadOf(numbers: readonly number[]): Spread | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return null;
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1] ?? least, sorted[Math.floor(half)] ?? most];
  return { least, median: (low + high) / 2, most };
}

/** Months that a sheet is about, oldest first, and how they are called. */
export interface Period {
  value: string;
  label: string;
  months: readonly YearMonth[];
  isYear: boolean;
}

/** Newest first: each month whose letter is out, and each year as far as it is. */
export function listPeriods(first: YearMonth, last: YearMonth): { years: Period[]; all: Period[] } {
  const count = Math.max(0, monthsBetween(first, last) + 1);
  const months = Array.from({ length: count }, (_, back) => addMonths(last, -back));
  const years = [...new Set(months.map(yearOf))].map((year) =>
    toYear(
      year,
      months.filter((month) => yearOf(month) === year),
    ),
  );
  const single = months.map((month) => ({
    value: String(month),
    label: formatYearMonth(month),
    months: [month],
    isYear: false,
  }));
  return { years, all: [...single, ...years] };
}

function toYear(year: number, newestFirst: readonly YearMonth[]): Period {
  const months = newestFirst.toReversed();
  const [from, to] = [(months[0] ?? 0) % 100, (months.at(-1) ?? 0) % 100];
  const part =
    months.length === 12 ? '' : from === to ? `（${from}月）` : `（${from}月から${to}月）`;
  return { value: String(year), label: `${year}年${part}`, months, isYear: true };
}
