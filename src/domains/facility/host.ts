import { z } from 'zod';
import { civilDateOf } from '#lib/calendar.ts';
import { DAY_MS } from '#lib/durations.ts';
import { formatDay } from '#lib/format-ja.ts';

export const HostSchema = z.object({
  id: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  plan: z.string().nullable(),
  trialEndsAt: z.string().nullable(),
});
export type Host = z.output<typeof HostSchema>;

export interface HostStanding {
  activated_at: string | null;
  trial_ends_at: string | null;
  continued_at: string | null;
}

/** Until the trial ends, or longer if an admin asked to continue (domain.md#facilities). */
export function isHostActive(host: HostStanding, now: Date): boolean {
  if (host.activated_at === null) return false;
  if (host.trial_ends_at === null || host.continued_at !== null) return true;
  return Date.parse(host.trial_ends_at) > now.getTime();
}

/** Until the operator confirms a host, its mails to strangers and storage are limited (P27). */
export const isOnTrial = (host: Pick<HostStanding, 'activated_at' | 'trial_ends_at'>): boolean =>
  host.activated_at === null || host.trial_ends_at !== null;

const ENDLESS = '9999-12-31T00:00:00.000Z';

/** @returns an instant; null for no limit */
export const sendsUntil = (host: HostStanding): string | null =>
  host.trial_ends_at !== null && host.continued_at !== null ? ENDLESS : host.trial_ends_at;

/** How many days before the end of its trial a host may ask to continue. */
const CONTINUE_DAYS = 14;
/** Days before the end on which admins are notified. */
export const NOTICE_DAYS = [7, 1] as const;

/** From the last days of the trial until the operator confirms. */
export const mayContinue = (trialEndsAt: string | null, now: Date): boolean =>
  trialEndsAt !== null && Date.parse(trialEndsAt) - now.getTime() <= CONTINUE_DAYS * DAY_MS;

/** `2026年12月1日(火)`: the last day of a trial, in Tokyo. */
export function formatLastDay(trialEndsAt: string): string {
  const day = civilDateOf(new Date(trialEndsAt));
  return `${day.slice(0, 4)}年${formatDay(day, day)}`;
}
