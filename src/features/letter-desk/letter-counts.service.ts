import type { YearMonth } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { countItemsByDay, listFamilies, listReads } from './admin-letter.repository.ts';
import type { Reached } from './reached.ts';
import { countReached } from './reached.ts';

export interface LetterCounts {
  items: Map<YearMonth, number>;
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
  const families = (await listFamilies(db, hostId)).map((row) => ({ ...row, stay: row }));
  return { items, reached: countReached(families, reads) };
}
