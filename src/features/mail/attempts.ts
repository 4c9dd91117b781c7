import { DAY_MS, MINUTE_MS } from '#lib/durations.ts';

/** Delays after each failure in minutes; the last one repeats. */
const BACK_OFF_MINUTES = [1, 2, 5, 10, 20, 40, 60, 120, 180, 240];

/**
 * How long a claimed mail is left alone: longer than any attempt. If the process dies, the mail is
 * sent after this time.
 */
export const LEASE_MS = 3 * MINUTE_MS;

/**
 * The time of the next attempt after the nth failure, for a day, with a last one at its end.
 * @returns null when the day is over
 */
export function nextAttempt(failures: number, createdAt: Date, now: Date): Date | null {
  const giveUpAt = createdAt.getTime() + DAY_MS;
  if (now.getTime() >= giveUpAt) return null;
  const wait = BACK_OFF_MINUTES[failures - 1] ?? BACK_OFF_MINUTES.at(-1) ?? 0;
  return new Date(Math.min(now.getTime() + wait * MINUTE_MS, giveUpAt));
}
