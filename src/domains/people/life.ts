import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';

/** A resident's state of life (domain.md#states-of-life). */
export const LIFE_STATES = ['here', 'away', 'left', 'died'] as const;
export type LifeState = (typeof LIFE_STATES)[number];

interface LifeDays {
  awaySince: CivilDate | null;
  leftOn: CivilDate | null;
  diedOn: CivilDate | null;
}

/** Each overrides the one before it; on the day of leaving a resident has left. */
export function lifeStateOf({ awaySince, leftOn, diedOn }: LifeDays, today: CivilDate): LifeState {
  if (diedOn !== null) return 'died';
  if (leftOn !== null && leftOn <= today) return 'left';
  return awaySince !== null && awaySince <= today ? 'away' : 'here';
}

/** Still one of those who live here. */
export const isResident = ({ state }: { state: LifeState }): boolean =>
  state === 'here' || state === 'away';

/** Beside a name; none for those who are here. */
export const LIFE_MARKS: Record<LifeState, string | null> = {
  here: null,
  away: '不在中',
  left: '退居',
  died: 'ご逝去',
};

/** The last month that photos can be added to; null for no end. */
export const lastMonthOf = (days: {
  leftOn: CivilDate | null;
  lettersEnd: CivilDate | null;
}): YearMonth | null => {
  const end = days.lettersEnd ?? days.leftOn;
  return end === null ? null : yearMonthOf(end);
};
