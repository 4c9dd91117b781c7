import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import { invalid } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { ResidentChange } from './resident-rows.ts';
import type { Days } from './resident.ts';
import { findDayProblems } from './resident.ts';

interface Death {
  died_on?: CivilDate | null;
  letters_end?: CivilDate | null;
  last_letter?: 0;
  last_words?: '';
}

/**
 * A death ends the letters from the month under way on; correcting its day changes nothing of that,
 * and taking it back leaves nothing of it (domain.md#states-of-life).
 * @param diedOn undefined keeps
 */
export function deathChange(
  { clock }: Pick<Runtime, 'clock'>,
  before: CivilDate | null,
  diedOn: CivilDate | null | undefined,
): Death {
  if (diedOn === undefined || diedOn === before) return {};
  if (diedOn === null) return { died_on: null, letters_end: null, last_letter: 0, last_words: '' };
  if (before !== null) return { died_on: diedOn };
  const month = yearMonthOf(civilDateOf(clock.now()));
  return { died_on: diedOn, letters_end: firstDayOf(month) };
}

/** Residents who left or died do not count. */
export const isHere = (
  { clock }: Pick<Runtime, 'clock'>,
  { left_on: leftOn, died_on: diedOn }: Partial<Pick<ResidentChange, 'left_on' | 'died_on'>>,
): boolean => !diedOn && (!leftOn || leftOn > civilDateOf(clock.now()));

/** @param changed the days to blame. @throws AppError 422 naming the field */
export function requireGoodDays(
  { clock }: Pick<Runtime, 'clock'>,
  days: Days,
  changed: Days = days,
): void {
  const problems = findDayProblems(days, civilDateOf(clock.now()));
  const errors = Object.fromEntries(
    Object.entries(problems).filter(([name]) => changed[name as keyof Days] !== undefined),
  );
  const [first] = Object.values(errors).flat();
  if (first !== undefined) throw invalid(first, errors);
}
