import { z } from 'zod';
import type { CivilDate } from '#lib/calendar.ts';
import {
  addDays,
  addMonths,
  civilDateOf,
  firstDayOf,
  startOfDay,
  yearMonthOf,
} from '#lib/calendar.ts';
import { DAY_MS } from '#lib/durations.ts';
import { formatDay } from '#lib/format-ja.ts';
import { isOverFor } from './ending/ending.ts';

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
  /** The last day of one that ends. */
  ends_on: CivilDate | null;
}

/** Until the trial ends, or longer if an admin asked to continue; up to the last day (domain.md#facilities). */
export function isHostActive(host: HostStanding, now: Date): boolean {
  if (host.activated_at === null || isOverFor(host.ends_on, now)) return false;
  if (host.trial_ends_at === null || host.continued_at !== null) return true;
  return Date.parse(host.trial_ends_at) > now.getTime();
}

/** Until the operator confirms a host, its mails to strangers and storage are limited (P27). */
export const isOnTrial = (host: Pick<HostStanding, 'activated_at' | 'trial_ends_at'>): boolean =>
  host.activated_at === null || host.trial_ends_at !== null;

const ENDLESS = '9999-12-31T00:00:00.000Z';

/** @returns an instant; null for no limit, also of letters a day */
export function sendsUntil(
  host: Omit<HostStanding, 'ends_on'> & {
    /** The operator knows that it is one. */ confirmed_at: string | null;
  },
): string | null {
  if (host.trial_ends_at === null || host.confirmed_at !== null) return null;
  return host.continued_at === null ? host.trial_ends_at : ENDLESS;
}

/** At least. */
export const TRIAL_DAYS = 30;

/**
 * When a trial ends that begins now: once two first days of a month have passed, so that two months'
 * letters went out, whatever day it began on.
 */
export function trialEnd(now: Date): Date {
  const second = firstDayOf(addMonths(yearMonthOf(civilDateOf(now)), 2));
  const passed = startOfDay(addDays(second, 1)).getTime();
  return new Date(Math.max(passed, now.getTime() + TRIAL_DAYS * DAY_MS));
}

/** How many days before the end of its trial a host may ask to continue. */
export const CONTINUE_DAYS = 14;
/** Days before the end on which admins are notified. */
export const NOTICE_DAYS = [7, 1] as const;

/** From the last days of the trial until the operator confirms. */
export const mayContinue = (trialEndsAt: string | null, now: Date): boolean =>
  trialEndsAt !== null && Date.parse(trialEndsAt) - now.getTime() <= CONTINUE_DAYS * DAY_MS;

/** The last day of a trial, in Tokyo: at midnight it ends with the day before. */
export const lastDayOfTrial = (trialEndsAt: string): CivilDate =>
  civilDateOf(new Date(Date.parse(trialEndsAt) - 1));

/** `2026年12月1日(火)` */
export function formatLastDay(trialEndsAt: string): string {
  const day = lastDayOfTrial(trialEndsAt);
  return `${day.slice(0, 4)}年${formatDay(day, day)}`;
}
