import { z } from 'zod';
import { ItemSchema } from '#domains/item/item.ts';
import { deliveryDay, isDelivered } from '#domains/people/stay.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import {
  YEAR_MONTH_LENGTH,
  addDays,
  addMonths,
  parseYearMonth,
  yearMonthOf,
} from '#lib/calendar.ts';

/** `GET /api/v1/views/letters` (contract.md#letters). */
export const ShelfOutput = z.object({
  resident: z.object({ name: z.string() }),
  host: z.object({ name: z.string() }),
  letters: z.array(
    z.object({
      year: z.number(),
      month: z.number(),
      yearMonth: z.number(),
      itemsCount: z.number(),
      cover: ItemSchema.shape.images.nullable(),
    }),
  ),
});

export const LetterOutput = z.object({
  letter: z.object({
    year: z.number(),
    month: z.number(),
    yearMonth: z.number(),
    title: z.string(),
    body: z.string(),
  }),
  /** Of the resident, for this month. */
  note: z.string().nullable(),
  items: z.array(ItemSchema),
});

/** The month guard of `/letters/{yearMonth}` (domain.md#the-month): a month up to tomorrow's. */
export function isOpenYearMonth(text: string, today: CivilDate): boolean {
  if (text.length !== YEAR_MONTH_LENGTH) return false;
  const yearMonth = parseYearMonth(text);
  return yearMonth !== undefined && yearMonth <= yearMonthOf(addDays(today, 1));
}

/** Families read the months before this one. */
export const readableBefore = (today: CivilDate, earlyLook: boolean): YearMonth =>
  addMonths(yearMonthOf(today), earlyLook ? 1 : 0);

export const dueDayOf = (yearMonth: YearMonth, today: CivilDate): CivilDate | null =>
  isDelivered(yearMonth, today) ? null : deliveryDay(yearMonth);

/** The first and the last month of a year; null: that there can be. */
export const monthsIn = (year: number | null): [YearMonth, YearMonth] =>
  year === null ? [100001, 999912] : [year * 100 + 1, year * 100 + 12];
