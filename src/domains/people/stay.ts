import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { addMonths, civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import type { Flag } from '#lib/flags.ts';
import { isOn } from '#lib/flags.ts';

/** Which letters a resident has (domain.md#states-of-life). */
export interface Stay {
  leftOn: CivilDate | null;
  /** The first day of the month under way when the death was entered. */
  lettersEnd: CivilDate | null;
  /** An admin chose one last letter, of that month. */
  lastLetter: Flag;
}

export interface Viewer extends Stay {
  residentId: string;
  /** The resident's own photos are hidden: consent was withdrawn. */
  photosHidden: boolean;
}

/** A row of a resident, as letters ask about it. */
export const toViewer = <Row extends { photosHidden: Flag }>(
  row: Row,
): Omit<Row, 'photosHidden'> & Pick<Viewer, 'photosHidden'> => ({
  ...row,
  photosHidden: isOn(row.photosHidden),
});

type Death = Pick<Stay, 'lettersEnd' | 'lastLetter'>;

/** The month of the last letter, if there is one. */
export const lastLetterOf = ({ lettersEnd, lastLetter }: Death): YearMonth | null =>
  lettersEnd !== null && isOn(lastLetter) ? yearMonthOf(lettersEnd) : null;

export const isLastLetter = (stay: Death, yearMonth: YearMonth): boolean =>
  lastLetterOf(stay) === yearMonth;

/** Up to the month of leaving; after a death those that were out, and the last letter. */
export const mayHaveLetter = (stay: Stay, yearMonth: YearMonth): boolean => {
  const { leftOn, lettersEnd } = stay;
  if (isLastLetter(stay, yearMonth)) return true;
  if (lettersEnd !== null && yearMonth >= yearMonthOf(lettersEnd)) return false;
  return leftOn === null || yearMonth <= yearMonthOf(leftOn);
};

/** The words of a last letter are chosen for it. */
export const mayHaveNote = (stay: Stay, yearMonth: YearMonth): boolean =>
  mayHaveLetter(stay, yearMonth) && !isLastLetter(stay, yearMonth);

/** Letters go on. */
export const livesHere = ({ lettersEnd, leftOn }: Stay, today: CivilDate): boolean =>
  lettersEnd === null && (leftOn === null || leftOn > today);

/** Whether the resident was away in that month, or in a part of it. */
export const isAwayIn = (awaySince: CivilDate | null, yearMonth: YearMonth): boolean =>
  awaySince !== null && yearMonth >= yearMonthOf(awaySince);

/** The resident, unless the photos are hidden. */
export const ownPlaceOf = ({
  residentId,
  photosHidden,
}: Pick<Viewer, 'residentId' | 'photosHidden'>): string | null =>
  photosHidden ? null : residentId;

/**
 * Places whose photos a resident's letter of that month shows; null is the whole facility, which is
 * not in a last letter. `isSeenByResident` of `letter/who-sees-what.ts` says the same in SQL, and what
 * others' consent takes away, by triggers (domain.md#who-sees-a-photo).
 */
export const visiblePlaces = (viewer: Viewer, yearMonth: YearMonth): readonly (string | null)[] => {
  if (!mayHaveLetter(viewer, yearMonth)) return [];
  const own = ownPlaceOf(viewer);
  return [...(own === null ? [] : [own]), ...(isLastLetter(viewer, yearMonth) ? [] : [null])];
};

/** Only last month's: an older letter is found next to the newer one. */
export const monthToDeliver = (now: Date): YearMonth =>
  addMonths(yearMonthOf(civilDateOf(now)), -1);

/** Letters are delivered from 00:00 on the 1st of the next month. */
export const isDelivered = (yearMonth: YearMonth, today: CivilDate): boolean =>
  yearMonth < yearMonthOf(today);

export const deliveryDay = (yearMonth: YearMonth): CivilDate => firstDayOf(addMonths(yearMonth, 1));
