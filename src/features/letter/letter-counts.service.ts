import type { YearMonth } from '../../lib/calendar.ts';
import { yearMonthOf } from '../../lib/calendar.ts';
import type { Runtime } from '../../server/runtime.ts';
import {
  countFamiliesByResident,
  countItemsByDay,
  countReadsByMonth,
} from './admin-letter.repository.ts';
import { livedHere } from './letter.ts';

/** What a letter's numbers are made of, read once for all months. */
export interface LetterCounts {
  items: Map<YearMonth, number>;
  reads: Map<YearMonth, number>;
  residents: { left_on: string | null; count: number | null }[];
}

export async function readCounts(
  rt: Runtime,
  hostId: string,
  from: YearMonth,
  to: YearMonth,
): Promise<LetterCounts> {
  const items = new Map<YearMonth, number>();
  for (const { taken_on, count } of await countItemsByDay(rt.db, hostId, from, to)) {
    const month = yearMonthOf(taken_on);
    items.set(month, (items.get(month) ?? 0) + count);
  }
  const reads = await countReadsByMonth(rt.db, hostId);
  return {
    items,
    reads: new Map(reads.map(({ year_month, count }) => [year_month, count])),
    residents: await countFamiliesByResident(rt.db, hostId),
  };
}

/** Families of those who lived here in that month. */
export const countFamilies = ({ residents }: LetterCounts, yearMonth: YearMonth): number =>
  residents.reduce(
    (sum, { left_on, count }) => (livedHere(left_on, yearMonth) ? sum + (count ?? 0) : sum),
    0,
  );
