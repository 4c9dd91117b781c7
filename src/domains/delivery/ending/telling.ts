import { TELLING_HOURS, isOverFor, tellingFrom } from '#domains/facility/ending/ending.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { hourOf } from '#lib/calendar.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import { isBeingSent } from '#domains/delivery/deliveries.ts';
import type { TellingRow } from './telling-rows.ts';

/** A facility's last day, as it is now. */
export interface SetDay {
  endsOn: CivilDate;
  setAt: string;
}

/** Where a family stands with what it was told last, by whatever way. */
export type Reached = 'told' | 'sending' | 'waiting' | 'hand';

/** `withdrawn`: nobody has sent it, since an address of it was changed, or a reader removed. */
type State = TellingRow['state'] | 'withdrawn';

/** What became of one message: its mail says more than we have noted. */
export function stateOf(row: TellingRow): State {
  const { state, outboxId, mailState, returned, stopped } = row;
  if (mailState === null) return state === 'queued' ? 'withdrawn' : state;
  if (outboxId === null) return state;
  const cameBack = returned !== null && returned !== 'complaint';
  if (mailState === 'sent') return cameBack ? 'hand' : 'sent';
  return mailState === 'queued' && stopped !== 1 ? 'queued' : 'hand';
}

/** It is enough if one account has it, or a person told it. */
export function reachedOf(rows: readonly TellingRow[], now: Date): Reached {
  const states = rows.map(stateOf);
  if (states.includes('sent') || rows.some(({ doneAt }) => doneAt !== null)) return 'told';
  const waiting = rows.filter((row) => stateOf(row) === 'queued');
  if (waiting.some((row) => isBeingSent(row, now))) return 'sending';
  const isGone = states.every((state) => state === 'withdrawn');
  return waiting.length > 0 || isGone ? 'waiting' : 'hand';
}

/**
 * What is to be done for one family. `keep`: what it was told before holds again; `raise`: its pages
 * have named a later day by now.
 */
export type Step =
  | { do: 'nothing' }
  | { do: 'forget' }
  | { do: 'keep'; endsOn: CivilDate }
  | { do: 'raise'; endsOn: CivilDate }
  | { do: 'byHand' }
  | { do: 'tell'; endsOn: CivilDate | null; before: CivilDate | null };

const NOTHING: Step = { do: 'nothing' };

/**
 * The rules of telling (domain.md#telling-of-an-ending). A later day is not told of again: nobody
 * loses anything by it, and letters name the new one.
 */
export function stepFor(day: SetDay | null, rows: readonly TellingRow[], now: Date): Step {
  const wanted = day?.endsOn ?? null;
  const [last] = rows;
  if (!last) return newsFor(null, day, now);
  switch (reachedOf(rows, now)) {
    case 'told':
      return laterThan(last.endsOn, day, now) ?? newsFor(last.endsOn, day, now);
    // How it went is known a moment later.
    case 'sending':
      return NOTHING;
    case 'waiting':
      if (last.endsOn !== wanted || rows.every((row) => stateOf(row) === 'withdrawn')) break;
      return isLate(wanted, now) ? { do: 'byHand' } : NOTHING;
    case 'hand':
      if (last.endsOn === wanted) return NOTHING;
      if (rows.some(({ isRestored }) => isRestored === 1)) return afterRestore(last, day, now);
  }
  // Nobody has heard of what was to be told: what was told before holds.
  const step = newsFor(last.toldBefore, day, now);
  if (step.do === 'tell') return step;
  return last.toldBefore === null ? { do: 'forget' } : { do: 'keep', endsOn: last.toldBefore };
}

/** It may have heard of any of it since: it is told what holds now, as if it knew nothing. */
function afterRestore({ endsOn, toldBefore }: TellingRow, day: SetDay | null, now: Date): Step {
  if (day === null) return { do: 'tell', endsOn: null, before: endsOn ?? toldBefore };
  return newsFor(null, day, now);
}

/** Its pages have said so by now: an earlier day is news again. */
function laterThan(told: CivilDate | null, day: SetDay | null, now: Date): Step | null {
  if (told === null || day === null || day.endsOn <= told || isLate(told, now)) return null;
  return now >= tellingFrom(new Date(day.setAt)) ? { do: 'raise', endsOn: day.endsOn } : null;
}

/** Once the last day is over, nothing is mailed. */
export const isLate = (endsOn: CivilDate | null, now: Date): boolean => isOverFor(endsOn, now);

/** @param told the day that the family knows */
function newsFor(told: CivilDate | null, day: SetDay | null, now: Date): Step {
  const endsOn = day?.endsOn ?? null;
  const isNews = endsOn === null ? told !== null : told === null || endsOn < told;
  return isNews && isTime(day, now) ? { do: 'tell', endsOn, before: told } : NOTHING;
}

/** Whether a family was told of that day, or of an earlier one. */
export function isNotified(rows: readonly TellingRow[], endsOn: CivilDate): boolean {
  const [last] = rows;
  const isTold = rows.some((row) => stateOf(row) === 'sent' || row.doneAt !== null);
  return isTold && last !== undefined && last.endsOn !== null && last.endsOn <= endsOn;
}

/** Without an end. @returns when to ask again; null for a family that has heard, or is told by the facility */
export function whenHeard(rows: readonly TellingRow[], now: Date): Date | null {
  const reached = reachedOf(rows, now);
  if (reached === 'hand' || (reached === 'told' && rows[0]?.endsOn === null)) return null;
  const tries = rows.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? '') || 0);
  const next = reached === 'waiting' ? Math.max(...tries) : 0;
  return new Date(Math.max(now.getTime(), next) + MINUTE_MS);
}

/** When a step is taken that tells somebody something; a taking back waits in the outbox. */
function isTime(day: SetDay | null, now: Date): boolean {
  if (day === null || isLate(day.endsOn, now)) return true;
  const hour = hourOf(now);
  const isRested = now >= tellingFrom(new Date(day.setAt));
  return isRested && hour >= TELLING_HOURS.from && hour < TELLING_HOURS.until;
}
