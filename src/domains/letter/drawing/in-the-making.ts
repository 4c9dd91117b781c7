import type { CivilDate } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { formatMonth } from '#lib/format-ja.ts';

export const UNFINISHED = '制作中';

/** `11月1日にできあがります` */
export const finishedOn = (dueOn: CivilDate): string =>
  `${formatMonth(yearMonthOf(dueOn))}1日にできあがります`;
