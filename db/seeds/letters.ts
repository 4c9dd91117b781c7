import { addMonths, firstDayOf, monthOf, startOfDay, yearMonthOf } from '../../src/lib/calendar.ts';
import type { Runtime } from '../../src/server/runtime.ts';
import type { Month } from './story.ts';
import { LETTERS } from './story.ts';

const WRITTEN_MONTHS = 13;

/** The greetings of the past months; the current month's is still to be written. */
export async function seedLetters(rt: Runtime, hostId: string, today: string): Promise<void> {
  const current = yearMonthOf(today);
  const rows = Array.from({ length: WRITTEN_MONTHS }, (_, index) => {
    const yearMonth = addMonths(current, -index - 1);
    return {
      host_id: hostId,
      year_month: yearMonth,
      ...LETTERS[monthOf(yearMonth) as Month],
      cover_item_id: null,
      version: 1,
      updated_at: startOfDay(firstDayOf(addMonths(yearMonth, 1))).toISOString(),
    };
  });
  await rt.db.insertInto('letters').values(rows).execute();
}
