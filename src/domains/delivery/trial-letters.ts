import type { CivilDate } from '#lib/calendar.ts';
import { addDays } from '#lib/calendar.ts';

/** To mailboxes that have not answered (P27). */
export const TRIAL_LETTERS_A_DAY = 30;
/** Answered or not. */
export const TRIAL_LETTERS_A_MAILBOX = 5;

interface TrialDay {
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
