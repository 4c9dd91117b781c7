import type { CivilDate, YearMonth } from '../../lib/calendar.ts';
import { startOfDay } from '../../lib/calendar.ts';
import { deliveryDay } from './letter.ts';
import { livedHere } from './visibility.ts';

interface Family {
  id: string;
  created_at: string;
  left_on: CivilDate | null;
}

interface Read {
  year_month: YearMonth;
  family_id: string;
}

/** How many families a month's letter was for, and how many of them pressed 見ました. */
export type Reached = (yearMonth: YearMonth) => { readCount: number; familiesCount: number };

/**
 * A letter is for the families that were entered before its day of delivery, while their resident
 * lived here: one that comes later changes no earlier month. Whoever pressed 見ました counts as
 * well, so that never more have read a letter than it was for. A family that is deleted takes its
 * answers along, and is in neither number.
 */
export function countReached(families: readonly Family[], reads: readonly Read[]): Reached {
  const readersOf = new Map<YearMonth, Set<string>>();
  for (const { year_month, family_id } of reads) {
    readersOf.set(year_month, (readersOf.get(year_month) ?? new Set()).add(family_id));
  }
  return (yearMonth) => {
    const readers = readersOf.get(yearMonth) ?? new Set();
    const end = startOfDay(deliveryDay(yearMonth)).toISOString();
    const isFor = ({ id, created_at, left_on }: Family): boolean =>
      readers.has(id) || (created_at < end && livedHere(left_on, yearMonth));
    return { readCount: readers.size, familiesCount: families.filter(isFor).length };
  };
}
