import type { CivilDate, YearMonth } from '../../lib/calendar.ts';
import { yearMonthOf } from '../../lib/calendar.ts';

/** Whose families look: what decides which photos of a month are theirs. */
export interface Viewer {
  residentId: string;
  /** The resident's last day at the facility. */
  leftOn: CivilDate | null;
  /** Consent was withdrawn: the resident's own photos are withheld. */
  photosHidden: boolean;
}

/** No letter for months after the one in which the resident left. */
export const livedHere = (leftOn: CivilDate | null, yearMonth: YearMonth): boolean =>
  leftOn === null || yearMonth <= yearMonthOf(leftOn);

/** Where the photos of a resident's families are: null for those of the whole facility. */
export const placesOf = ({
  residentId,
  photosHidden,
}: Omit<Viewer, 'leftOn'>): readonly (string | null)[] =>
  photosHidden ? [null] : [residentId, null];
