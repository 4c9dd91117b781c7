import type { CivilDate } from '#lib/calendar.ts';
import { addDays, yearMonthOf } from '#lib/calendar.ts';
import { formatMonthFrom } from '#lib/format-ja.ts';

export const UNFINISHED = '制作中';

/** `11月1日`, `2027年1月1日`: for who reads it in the month before. */
export const dueDay = (dueOn: CivilDate): string =>
  formatMonthFrom(yearMonthOf(addDays(dueOn, -1)), yearMonthOf(dueOn)) + '1日';

/** `11月1日にできあがります` */
export const finishedOn = (dueOn: CivilDate): string => `${dueDay(dueOn)}にできあがります`;
