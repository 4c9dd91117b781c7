import type { YearMonth } from '#lib/calendar.ts';
import { startOfDay } from '#lib/calendar.ts';
import { deliveryDay } from '#features/letter/letter.ts';
import type { Stay } from '#features/letter/visibility.ts';
import { mayHaveLetter } from '#features/letter/visibility.ts';

interface Family {
  id: string;
  resident_id: string;
  created_at: string;
  stay: Stay;
}

interface Read {
  year_month: YearMonth;
  family_id: string;
}

interface HeldBack {
  year_month: YearMonth;
  resident_id: string;
}

export type Reached = (yearMonth: YearMonth) => { readCount: number; familiesCount: number };

/**
 * Counts families entered before a letter's delivery whose resident lived here and whose letter is
 * not held back, and any that pressed 見ました: later families change nothing, and readers never
 * exceed the total.
 */
export function countReached(
  families: readonly Family[],
  reads: readonly Read[],
  heldBack: readonly HeldBack[],
): Reached {
  const isHeldBack = new Set(heldBack.map((one) => `${one.year_month} ${one.resident_id}`));
  const readersOf = new Map<YearMonth, Set<string>>();
  for (const { year_month, family_id } of reads) {
    readersOf.set(year_month, (readersOf.get(year_month) ?? new Set()).add(family_id));
  }
  return (yearMonth) => {
    const readers = readersOf.get(yearMonth) ?? new Set();
    const end = startOfDay(deliveryDay(yearMonth)).toISOString();
    const isFor = ({ id, resident_id, created_at, stay }: Family): boolean =>
      readers.has(id) ||
      (created_at < end &&
        mayHaveLetter(stay, yearMonth) &&
        !isHeldBack.has(`${yearMonth} ${resident_id}`));
    return { readCount: readers.size, familiesCount: families.filter(isFor).length };
  };
}
