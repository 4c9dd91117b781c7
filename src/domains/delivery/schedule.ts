import type { HostStanding } from '#domains/facility/host.ts';
import { isHostActive } from '#domains/facility/host.ts';
import { dueAt } from '#domains/facility/delivery-settings.ts';
import type { YearMonth } from '#lib/calendar.ts';

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
