import type { YearMonth } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  countItemsByDay,
  countNotes,
  listFamilies,
  listHeldBack,
  listReads,
} from './admin-letter.repository.ts';
import type { Reached } from './reached.ts';
import { countReached } from './reached.ts';

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
  const reads = await listReads(db, hostId, from, to);
  const noted = await countNotes(db, hostId, from, to);
  const notes = new Map(noted.map(({ year_month, count }) => [year_month, count]));
  const families = (await listFamilies(db, hostId)).map((row) => ({ ...row, stay: row }));
  const heldBack = await listHeldBack(db, hostId, from, to);
  return { items, notes, reached: countReached(families, reads, heldBack) };
}
