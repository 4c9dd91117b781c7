import { z } from 'zod';
import { DAY_MS } from '../../lib/durations.ts';
import { civilDateOf } from '../../lib/calendar.ts';
import { formatDay } from '../../lib/format-ja.ts';

/** A facility as the API shows it to its own staff (contract.md#authentication). */
export const HostSchema = z.object({
  id: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  plan: z.string().nullable(),
  trialEndsAt: z.string().nullable(),
});
export type Host = z.output<typeof HostSchema>;

/** What of a host says where it stands between its sign-up and the operator's yes. */
export interface HostStanding {
  activated_at: string | null;
  trial_ends_at: string | null;
  continued_at: string | null;
}

/**
 * A host is active once a plan was chosen, until its trial ends (domain.md#facilities); one
 * whose admin asked to go on stays active.
 */
export function isHostActive(host: HostStanding, now: Date): boolean {
  if (host.activated_at === null) return false;
  if (host.trial_ends_at === null || host.continued_at !== null) return true;
  return Date.parse(host.trial_ends_at) > now.getTime();
}

/**
 * Whether nobody vouches for a host yet: from its sign-up until the operator has it go on for
 * good. What it sends to strangers and keeps on the disk is bounded meanwhile (P27); its
 * own wish to go on does not lift that.
 */
export const isOnTrial = (host: Pick<HostStanding, 'activated_at' | 'trial_ends_at'>): boolean =>
  host.activated_at === null || host.trial_ends_at !== null;

const ENDLESS = '9999-12-31T00:00:00.000Z';

/**
 * Until when a bounded host sends letters.
 * @returns an instant; null for a host without bounds
 */
export const sendsUntil = (host: HostStanding): string | null =>
  host.trial_ends_at !== null && host.continued_at !== null ? ENDLESS : host.trial_ends_at;

/** How long before its trial's end a host may ask to go on. */
const CONTINUE_DAYS = 14;
/** When admins are told by mail that the trial ends, nearest last. */
export const NOTICE_DAYS = [7, 1] as const;

/**
 * Whether the page that leads on is open: from the last days of the trial until the operator's yes.
 */
export const mayContinue = (trialEndsAt: string | null, now: Date): boolean =>
  trialEndsAt !== null && Date.parse(trialEndsAt) - now.getTime() <= CONTINUE_DAYS * DAY_MS;

/** `2026年12月1日(火)`: the day on which a trial ends, in Tokyo. */
export function formatLastDay(trialEndsAt: string): string {
  const day = civilDateOf(new Date(trialEndsAt));
  return `${day.slice(0, 4)}年${formatDay(day, day)}`;
}
