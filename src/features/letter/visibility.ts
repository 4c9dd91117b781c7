import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';

export interface Viewer {
  residentId: string;
  leftOn: CivilDate | null;
  /** The resident's own photos are withheld: consent was withdrawn. */
  photosHidden: boolean;
}

/** Not after the month in which the resident left. */
export const livedHere = (leftOn: CivilDate | null, yearMonth: YearMonth): boolean =>
  leftOn === null || yearMonth <= yearMonthOf(leftOn);

/** Places whose photos a resident's families see; null is the whole facility. */
export const placesOf = ({
  residentId,
  photosHidden,
}: Omit<Viewer, 'leftOn'>): readonly (string | null)[] =>
  photosHidden ? [null] : [residentId, null];
