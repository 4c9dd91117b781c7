import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { addMonths, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import { formatDay, formatMonth } from '#lib/format-ja.ts';

/** Who sees a note, and when. */
export function seenWhen(yearMonth: YearMonth, today: CivilDate): string {
  const issue = `${formatMonth(yearMonth)}号`;
  if (yearMonth < yearMonthOf(today)) {
    return `${issue}はお届けしています。保存すると、ご家族の画面もすぐに変わります。`;
  }
  const day = formatDay(firstDayOf(addMonths(yearMonth, 1)), today);
  return `${issue}のはじめに載ります。ご家族が読めるのは${day}からです。`;
}
