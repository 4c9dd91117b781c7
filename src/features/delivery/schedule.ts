import { HOUR_MS } from '#lib/durations.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { addMonths, civilDateOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import type { HostStanding } from '#features/host/host.ts';
import { isHostActive } from '#features/host/host.ts';
import { deliveryDay } from '#features/letter/letter.ts';

/** Only last month's: an older letter is found next to the newer one. */
export const monthToDeliver = (now: Date): YearMonth =>
  addMonths(yearMonthOf(civilDateOf(now)), -1);

/** On the 1st of the next month, at that hour in Tokyo. */
export const dueAt = (yearMonth: YearMonth, hour: number): Date =>
  new Date(startOfDay(deliveryDay(yearMonth)).getTime() + hour * HOUR_MS);

export interface DueHost extends HostStanding {
  hour: number;
  mailEnabled: boolean;
}

/** Decides a month for good; paying later sends nothing. @returns null if not due, or never */
export function decideDelivery(
  host: DueHost,
  yearMonth: YearMonth,
  now: Date,
): 'mails' | 'off' | 'inactive' | null {
  const due = dueAt(yearMonth, host.hour).getTime();
  if (now.getTime() < due) return null;
  if (host.activated_at === null || Date.parse(host.activated_at) > due) return null;
  if (!isHostActive(host, now)) return 'inactive';
  return host.mailEnabled ? 'mails' : 'off';
}
