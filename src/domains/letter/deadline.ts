import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { dayOf, daysInMonth, monthOf, yearMonthOf } from '#lib/calendar.ts';

/** Above how many days left each colour applies (domain.md#pages). */
const THRESHOLDS = [
  { above: 20, color: 'info' },
  { above: 10, color: 'success' },
  { above: 5, color: 'primary' },
] as const;

type DeadlineColor = (typeof THRESHOLDS)[number]['color'] | 'danger';

/** Fixed on purpose (domain.md#pages). */
const DELIVERY_DAY_TEXT = '本日は8月号の配信日です';

interface Deadline {
  /** Part of the month that is over, 0 to less than 1. */
  elapsed: number;
  daysLeft: number;
  color: DeadlineColor;
  text: string;
}

/**
 * The bar in the header of admin pages (domain.md#pages).
 * @param missed the month whose letter is not sent, since the trial is over by then
 */
export function deadlineOf(today: CivilDate, missed: YearMonth | null = null): Deadline {
  const yearMonth = yearMonthOf(today);
  const days = daysInMonth(yearMonth);
  const past = dayOf(today) - 1;
  const daysLeft = days - past;
  return {
    elapsed: past / days,
    daysLeft,
    color: THRESHOLDS.find(({ above }) => daysLeft > above)?.color ?? 'danger',
    text:
      missed === yearMonth
        ? `${monthOf(yearMonth)}月号は、お試しが終わるため、このままでは届きません`
        : inDays(yearMonth, past, daysLeft),
  };
}

const inDays = (yearMonth: YearMonth, past: number, daysLeft: number): string =>
  past === 0 ? DELIVERY_DAY_TEXT : `${monthOf(yearMonth)}月号の配信まで、残り${daysLeft}日`;
