import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';

/** Minutes to wait after each failure; the last one is repeated. */
const BACK_OFF_MINUTES = [1, 2, 5, 10, 20, 40, 60, 120, 180, 240];

/**
 * How long a mail that is being sent is left alone: longer than any attempt may take. Should the
 * process die meanwhile, the mail goes out again after this time.
 */
export const LEASE_MS = 3 * MINUTE_MS;

/**
 * When to try again after the nth failure: a day long, the last time at the day's end.
 * @returns null when the day is over.
 */
export function nextAttempt(attempts: number, createdAt: Date, now: Date): Date | null {
  const giveUpAt = createdAt.getTime() + DAY_MS;
  if (now.getTime() >= giveUpAt) return null;
  const wait = BACK_OFF_MINUTES[attempts - 1] ?? BACK_OFF_MINUTES.at(-1) ?? 0;
  return new Date(Math.min(now.getTime() + wait * MINUTE_MS, giveUpAt));
}
