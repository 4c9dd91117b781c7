import type { CivilDate, YearMonth } from './calendar.ts';
import { civilDateOf, dayOf, hourOf, monthOf, weekdayOf, yearMonthOf, yearOf } from './calendar.ts';
import { eraYear } from './japanese-date.ts';

const WEEKDAYS = '日月火水木金土';

/** `10月3日(土)`; in another year `2025年10月3日(金)`. */
export function formatDay(date: CivilDate, today: CivilDate): string {
  const weekday = WEEKDAYS.charAt(weekdayOf(date));
  const year = date.slice(0, 4);
  const named = year === today.slice(0, 4) ? '' : `${year}年`;
  return `${named}${monthOf(yearMonthOf(date))}月${dayOf(date)}日(${weekday})`;
}

/** `10月3日(土) 9:05` in Tokyo; with another year. */
export function formatMoment(instant: Date, today: CivilDate): string {
  return `${formatDay(civilDateOf(instant), today)} ${formatTime(instant)}`;
}

export function formatTime(instant: Date): string {
  // Tokyo's offset is whole hours.
  const minutes = String(instant.getUTCMinutes()).padStart(2, '0');
  return `${hourOf(instant)}:${minutes}`;
}

/** `2026年12月1日` */
export function formatFullDate(date: CivilDate): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${year ?? 0}年${month ?? 0}月${day ?? 0}日`;
}

export const formatMonth = (yearMonth: YearMonth): string => `${monthOf(yearMonth)}月`;

/** `10月`; seen from another year `2025年10月`. */
export const formatMonthFrom = (now: YearMonth, yearMonth: YearMonth): string =>
  (yearOf(yearMonth) === yearOf(now) ? formatMonth : formatYearMonth)(yearMonth);

export const formatYearMonth = (yearMonth: YearMonth): string =>
  `${yearOf(yearMonth)}年${monthOf(yearMonth)}月`;

/** `2026年・令和8年`, by the month's first day. */
export function formatYearWithEra(yearMonth: YearMonth): string {
  const year = yearOf(yearMonth);
  const era = yearMonth >= 201905 ? `令和${eraYear(year - 2018)}` : `平成${eraYear(year - 1988)}`;
  return `${year}年・${era}`;
}

/** `2026年・令和8年`; `2019年・平成31年・令和元年`. */
export function formatYearWithEras(year: number): string {
  const [first, last] = [formatYearWithEra(year * 100 + 1), formatYearWithEra(year * 100 + 12)];
  return first === last ? first : `${first}・${last.split('・')[1] ?? ''}`;
}

/** Rounded up: `3分`, `1時間`. */
export function formatWait(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes < 60 ? `${minutes}分` : `${Math.ceil(minutes / 60)}時間`;
}

const UNITS = ['KB', 'MB', 'GB', 'TB'];

/** `1.2 GB`, in powers of 1000. */
export function formatBytes(bytes: number): string {
  const step = UNITS.findIndex((_, index) => bytes < 1000 ** (index + 2));
  const unit = step < 0 ? UNITS.length - 1 : step;
  const value = bytes / 1000 ** (unit + 1);
  const digits = value > 0 && value < 10 && unit > 1 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit] ?? ''}`;
}
