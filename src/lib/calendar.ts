import { DAY_MS } from './durations.ts';

/** Civil dates in Asia/Tokyo, which has had no summer time since 1952 (domain.md#the-month). */

/** `YYYY-MM-DD` in Asia/Tokyo. */
export type CivilDate = string;
/** 202401 (domain.md#the-month). */
export type YearMonth = number;

const OFFSET_MS = 9 * 60 * 60 * 1000;

export const YEAR_MONTH_LENGTH = 6;

export function civilDateOf(instant: Date): CivilDate {
  const day = Math.floor((instant.getTime() + OFFSET_MS) / DAY_MS);
  if (day !== latest.day) latest = { day, date: new Date(day * DAY_MS).toISOString().slice(0, 10) };
  return latest.date;
}

/** Nearly every instant is of today. */
let latest = { day: NaN, date: '' };

export function hourOf(instant: Date): number {
  return new Date(instant.getTime() + OFFSET_MS).getUTCHours();
}

/** Midnight in Tokyo. */
export function startOfDay(date: CivilDate): Date {
  return new Date(Date.parse(`${date}T00:00:00Z`) - OFFSET_MS);
}

export function isCivilDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(date: CivilDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

export const dayOf = (date: CivilDate): number => Number(date.slice(8, 10));

export function yearMonthOf(date: CivilDate): YearMonth {
  return Number(date.slice(0, 4)) * 100 + Number(date.slice(5, 7));
}

export const yearOf = (yearMonth: YearMonth): number => Math.floor(yearMonth / 100);
export const monthOf = (yearMonth: YearMonth): number => yearMonth % 100;

export function addMonths(yearMonth: YearMonth, months: number): YearMonth {
  const index = yearOf(yearMonth) * 12 + monthOf(yearMonth) - 1 + months;
  return Math.floor(index / 12) * 100 + (index % 12) + 1;
}

/** Negative if `to` is earlier. */
export function monthsBetween(from: YearMonth, to: YearMonth): number {
  return (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from);
}

export function firstDayOf(yearMonth: YearMonth): CivilDate {
  const year = String(yearOf(yearMonth)).padStart(4, '0');
  return `${year}-${String(monthOf(yearMonth)).padStart(2, '0')}-01`;
}

export function lastDayOf(yearMonth: YearMonth): CivilDate {
  // December 9999 has no writable next month.
  const day = new Date(`${firstDayOf(yearMonth)}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + 1, 0);
  return day.toISOString().slice(0, 10);
}

export const daysInMonth = (yearMonth: YearMonth): number => dayOf(lastDayOf(yearMonth));

/** Six digits, years 1000 to 9999 (domain.md#the-month); otherwise undefined. */
export function parseYearMonth(text: string): YearMonth | undefined {
  if (!/^[1-9]\d{5}$/.test(text)) return undefined;
  const month = Number(text) % 100;
  return month >= 1 && month <= 12 ? Number(text) : undefined;
}
