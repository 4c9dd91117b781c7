import type { CivilDate } from '#lib/calendar.ts';
import { addDays } from '#lib/calendar.ts';

/** Daily letters of a trial to mailboxes that have not answered (P27). */
export const TRIAL_LETTERS_A_DAY = 30;
/** Daily letters to one mailbox, answered or not. */
export const TRIAL_LETTERS_A_MAILBOX = 5;

/** Letters already planned for a day. */
interface TrialDay {
  day: CivilDate;
  /** To mailboxes that have not answered. */
  strangers: number;
  /** To this mailbox. */
  ofMailbox: number;
}

/** The first day from today on with room for another letter to a mailbox. */
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
