import type { CivilDate } from '#lib/calendar.ts';
import { addDays, civilDateOf, startOfDay } from '#lib/calendar.ts';
import { HOUR_MS } from '#lib/durations.ts';

/** To mailboxes that have not answered (P27). */
export const TRIAL_LETTERS_A_DAY = 30;
/** Answered or not. */
export const TRIAL_LETTERS_A_MAILBOX = 5;

export interface TrialDay {
  day: CivilDate;
  strangers: number;
  ofMailbox: number;
}

export function firstDayWithRoom(
  planned: readonly TrialDay[],
  today: CivilDate,
  hasAnswered: boolean,
): CivilDate {
  const isFull = (day: CivilDate): boolean => {
    const { strangers = 0, ofMailbox = 0 } = planned.find((one) => one.day === day) ?? {};
    return (
      ofMailbox >= TRIAL_LETTERS_A_MAILBOX || (!hasAnswered && strangers >= TRIAL_LETTERS_A_DAY)
    );
  };
  let day = today;
  while (isFull(day)) day = addDays(day, 1);
  return day;
}

export interface Sending {
  hostId: string;
  /** No letters are sent after this; null for no limit. */
  trialEndsAt: string | null;
  /** In Tokyo. */
  hour: number;
}

/**
 * When a letter is sent: now, or at the delivery hour of the first day with room.
 * @param planned of now's day and later. @returns null if that is after the trial
 */
export function placeLetter(
  { trialEndsAt, hour }: Pick<Sending, 'trialEndsAt' | 'hour'>,
  planned: readonly TrialDay[],
  now: Date,
  hasAnswered: boolean,
): { day: CivilDate; at: Date } | null {
  const today = civilDateOf(now);
  const day = firstDayWithRoom(planned, today, hasAnswered);
  const at = day === today ? now : new Date(startOfDay(day).getTime() + hour * HOUR_MS);
  return trialEndsAt !== null && at.toISOString() >= trialEndsAt ? null : { day, at };
}
