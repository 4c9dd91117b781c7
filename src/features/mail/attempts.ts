import { DAY_MS, MINUTE_MS } from '#lib/durations.ts';

/** In minutes; the last one repeats. */
const BACK_OFF_MINUTES = [1, 2, 5, 10, 20, 40, 60, 120, 180, 240];

/** Longer than any attempt: if the process dies, a claimed mail is sent after this time. */
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
