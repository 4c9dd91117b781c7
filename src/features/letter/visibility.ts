import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';

/** A resident's families, with what decides which photos they see. */
export interface Viewer {
  residentId: string;
  leftOn: CivilDate | null;
  /** Consent was withdrawn: the resident's own photos are withheld. */
  photosHidden: boolean;
}

/** No letters after the month in which the resident left. */
export const livedHere = (leftOn: CivilDate | null, yearMonth: YearMonth): boolean =>
  leftOn === null || yearMonth <= yearMonthOf(leftOn);

/** The places whose photos a resident's families see; null is the whole facility. */
export const placesOf = ({
  residentId,
  photosHidden,
}: Omit<Viewer, 'leftOn'>): readonly (string | null)[] =>
  photosHidden ? [null] : [residentId, null];
