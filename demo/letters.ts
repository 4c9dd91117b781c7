import { addMonths, firstDayOf, monthOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import { defaultTitle } from '#domains/item/month-text.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Month } from './story.ts';
import { LETTERS } from './story.ts';

const WRITTEN_MONTHS = 13;

/**
 * Greetings of the past months. The current month's is still to be written; a first attempt was
 * emptied.
 */
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
  const emptied = {
    host_id: hostId,
    year_month: current,
    title: defaultTitle(current),
    body: '',
    cover_item_id: null,
    version: 2,
    updated_at: rt.clock.now().toISOString(),
  };
  await rt.db
    .insertInto('letters')
    .values([...rows, emptied])
    .execute();
}
