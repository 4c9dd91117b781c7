import { HOUR_MS } from '#lib/durations.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { addMonths, civilDateOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import type { HostStanding } from '#features/host/host.ts';
import { isHostActive } from '#features/host/host.ts';
import { deliveryDay } from '#features/letter/letter.ts';

/**
 * The only month that is delivered: last month. From 00:00 on the 1st a newer letter is out, and
 * the older one is found next to it.
 */
export const monthToDeliver = (now: Date): YearMonth =>
  addMonths(yearMonthOf(civilDateOf(now)), -1);

/** When a month's mails are due: on the 1st of the next month, at that hour in Tokyo. */
export const dueAt = (yearMonth: YearMonth, hour: number): Date =>
  new Date(startOfDay(deliveryDay(yearMonth)).getTime() + hour * HOUR_MS);

export interface DueHost extends HostStanding {
  /** 0 to 23, in Tokyo. */
  hour: number;
  mailEnabled: boolean;
}

/**
 * The decision for an undecided month of a host. Once made it is kept: switching mails on or paying
 * days later sends nothing automatically.
 * @returns null before its time, and for a host that started after it
 */
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
