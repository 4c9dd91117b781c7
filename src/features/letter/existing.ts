import type { CivilDate, YearMonth } from '../../lib/calendar.ts';
import { livedHere } from './letter.ts';

/** What there is of a host's month, from which follows whose families get a letter of it. */
export interface MonthContents {
  yearMonth: YearMonth;
  /** A saved text, or a photo that every family sees. */
  isShared: boolean;
  /** Residents with a photo of their own that is ready. */
  residentIds: ReadonlySet<string>;
}

interface Resident {
  residentId: string;
  leftOn: CivilDate | null;
  photosHidden: boolean;
}

/** Whether that month's letter exists for a resident's families (design, "Meaning of the domain"). */
export const hasLetter = (
  { residentId, leftOn, photosHidden }: Resident,
  { yearMonth, isShared, residentIds }: MonthContents,
): boolean =>
  livedHere(leftOn, yearMonth) && (isShared || (!photosHidden && residentIds.has(residentId)));
