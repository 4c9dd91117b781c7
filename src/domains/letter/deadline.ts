import type { CivilDate } from '#lib/calendar.ts';
import { dayOf, daysInMonth, monthOf, yearMonthOf } from '#lib/calendar.ts';

/** Above how many days left each colour applies (domain.md#pages). */
const THRESHOLDS = [
  { above: 20, color: 'info' },
  { above: 10, color: 'success' },
  { above: 5, color: 'primary' },
] as const;

type DeadlineColor = (typeof THRESHOLDS)[number]['color'] | 'danger';

/** Fixed on purpose (domain.md#pages). */
export const DELIVERY_DAY_TEXT = '本日は8月号の配信日です';

interface Deadline {
  /** Of the month, 0 to less than 1. */
  elapsed: number;
  daysLeft: number;
  color: DeadlineColor;
  text: string;
}

/** The bar in the header of admin pages (domain.md#pages). */
export function deadlineOf(today: CivilDate): Deadline {
  const yearMonth = yearMonthOf(today);
  const days = daysInMonth(yearMonth);
  const past = dayOf(today) - 1;
  const daysLeft = days - past;
  return {
    elapsed: past / days,
    daysLeft,
    color: THRESHOLDS.find(({ above }) => daysLeft > above)?.color ?? 'danger',
    text: past === 0 ? DELIVERY_DAY_TEXT : `${monthOf(yearMonth)}月号の配信まで、残り${daysLeft}日`,
  };
}
