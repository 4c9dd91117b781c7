import type { HostStanding } from '#domains/facility/host.ts';
import { isHostActive } from '#domains/facility/host.ts';
import { deliveryDay } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { startOfDay } from '#lib/calendar.ts';
import { HOUR_MS } from '#lib/durations.ts';

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
