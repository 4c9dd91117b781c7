import { deliveryDay, mayHaveLetter } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { startOfDay, yearMonthOf } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  countItemsByDay,
  countNotes,
  listFamilies,
  listSkipped,
  listReads,
} from './admin-letter-rows.ts';

export interface LetterCounts {
  items: Map<YearMonth, number>;
  /** Of residents, by month. */
  notes: ReadonlyMap<YearMonth, number>;
  reached: Reached;
}

export async function readCounts(
  { db }: Runtime,
  hostId: string,
  from: YearMonth,
  to: YearMonth,
): Promise<LetterCounts> {
  const items = new Map<YearMonth, number>();
  for (const { taken_on, count } of await countItemsByDay(db, hostId, from, to)) {
    const month = yearMonthOf(taken_on);
    items.set(month, (items.get(month) ?? 0) + count);
  }
  const noted = await countNotes(db, hostId, from, to);
  const notes = new Map(noted.map(({ year_month, count }) => [year_month, count]));
  return { items, notes, reached: await readReached(db, hostId, from, to) };
}

/** Who pressed 見ました, and of how many. */
export async function readReached(
  db: Db,
  hostId: string,
  from: YearMonth,
  to: YearMonth,
): Promise<Reached> {
  const reads = await listReads(db, hostId, from, to);
  const families = await listFamilies(db, hostId);
  const skipped = await listSkipped(db, hostId, from, to);
  return countReached(families, reads, skipped);
}

type Rows<Query extends (...of: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>;
type Reached = (yearMonth: YearMonth) => { readCount: number; familiesCount: number };

/**
 * Counts families entered before a letter's delivery whose resident lived here and whose letter is
 * not skipped, and any that pressed 見ました: later families change nothing, and readers never
 * exceed the total.
 */
function countReached(
  families: Rows<typeof listFamilies>,
  reads: Rows<typeof listReads>,
  skipped: Rows<typeof listSkipped>,
): Reached {
  const isSkipped = new Set(skipped.map((one) => `${one.year_month} ${one.resident_id}`));
  const readersOf = new Map<YearMonth, Set<string>>();
  for (const { year_month, family_id } of reads) {
    readersOf.set(year_month, (readersOf.get(year_month) ?? new Set()).add(family_id));
  }
  return (yearMonth) => {
    const readers = readersOf.get(yearMonth) ?? new Set();
    const end = startOfDay(deliveryDay(yearMonth)).toISOString();
    const counted = families.filter(
      (family) =>
        readers.has(family.id) ||
        (family.created_at < end &&
          mayHaveLetter(family, yearMonth) &&
          !isSkipped.has(`${yearMonth} ${family.resident_id}`)),
    );
    return { readCount: readers.size, familiesCount: counted.length };
  };
}
