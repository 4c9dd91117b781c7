import { z } from 'zod';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import {
  YEAR_MONTH_LENGTH,
  addDays,
  addMonths,
  firstDayOf,
  monthOf,
  parseYearMonth,
  yearMonthOf,
} from '#lib/calendar.ts';
import { ItemSchema } from '#features/item/item.ts';

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

export const TITLE_END = '月号';

/** The default title (domain.md#a-letter). */
export const defaultTitle = (yearMonth: YearMonth): string => `${monthOf(yearMonth)}${TITLE_END}`;

/** The month guard of `/letters/{yearMonth}` (domain.md#the-month): a month up to tomorrow's. */
export function isOpenYearMonth(text: string, today: CivilDate): boolean {
  if (text.length !== YEAR_MONTH_LENGTH) return false;
  const yearMonth = parseYearMonth(text);
  return yearMonth !== undefined && yearMonth <= yearMonthOf(addDays(today, 1));
}

/** Letters are delivered from 00:00 on the 1st of the next month. */
export const isDelivered = (yearMonth: YearMonth, today: CivilDate): boolean =>
  yearMonth < yearMonthOf(today);

/** Families read the months before this one. */
export const readableBefore = (today: CivilDate, earlyLook: boolean): YearMonth =>
  addMonths(yearMonthOf(today), earlyLook ? 1 : 0);

/** 配信中 in the admin's list (domain.md#a-letter). */
export const isInProgress = isDelivered;

export const deliveryDay = (yearMonth: YearMonth): CivilDate => firstDayOf(addMonths(yearMonth, 1));

export const dueDayOf = (yearMonth: YearMonth, today: CivilDate): CivilDate | null =>
  isDelivered(yearMonth, today) ? null : deliveryDay(yearMonth);

export const byYearThenMonth = (
  a: { year: number; month: number },
  b: { year: number; month: number },
): number => a.year - b.year || a.month - b.month;
