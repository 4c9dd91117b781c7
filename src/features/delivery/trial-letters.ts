import type { CivilDate } from '../../lib/calendar.ts';
import { addDays } from '../../lib/calendar.ts';

/** Letters of a trial to those who have not answered, in a day (P27). */
export const TRIAL_LETTERS_A_DAY = 30;
/** … and to one mailbox, answered or not: nobody has so many relatives in one house. */
export const TRIAL_LETTERS_A_MAILBOX = 5;

/** What is planned for a day already. */
interface TrialDay {
  day: CivilDate;
  /** Letters to those who have not answered. */
  strangers: number;
  /** Letters to the mailbox in question. */
  ofMailbox: number;
}

/** The first day from today on that has room for one more letter to a mailbox. */
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
