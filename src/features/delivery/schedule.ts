import { HOUR_MS } from '../../lib/durations.ts';
import type { YearMonth } from '../../lib/calendar.ts';
import { addMonths, civilDateOf, startOfDay, yearMonthOf } from '../../lib/calendar.ts';
import type { HostStanding } from '../host/host.ts';
import { isHostActive } from '../host/host.ts';
import { deliveryDay } from '../letter/letter.ts';

/**
 * The one month that a delivery may be about: last month. From 00:00 on the 1st a newer letter
 * is out, and whoever has missed the older one meets it beside the new.
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
 * What becomes of a host's month that has no decision yet. Once made, a decision stays: switching
 * mails on again, or paying, days later, sends nothing by itself.
 * @returns null before its time, and for a host that began only after it
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
