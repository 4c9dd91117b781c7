import type { Viewer } from '#domains/people/stay.ts';
import { isAwayIn, isLastLetter, mayHaveLetter, placesOf } from '#domains/people/stay.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';

export interface MonthContents {
  yearMonth: YearMonth;
  hasWords: boolean;
  hasSharedPhotos: boolean;
  ownPhotos: ReadonlyMap<string, number>;
  /** Residents with a note. */
  noted: ReadonlySet<string>;
  /** Residents whose letter is not sent. */
  heldBack: ReadonlySet<string>;
}

/** Whether every family has a letter, whatever there is of its resident. */
export const isForAll = ({
  hasWords,
  hasSharedPhotos,
}: Pick<MonthContents, 'hasWords' | 'hasSharedPhotos'>): boolean => hasWords || hasSharedPhotos;

/** Whether a resident's families have a letter of that month (domain.md#a-letter). */
export const hasLetter = (resident: Viewer, contents: MonthContents): boolean =>
  !contents.heldBack.has(resident.residentId) &&
  (isLastLetter(resident, contents.yearMonth) ||
    (mayHaveLetter(resident, contents.yearMonth) &&
      (isForAll(contents) || holdsOwn(resident, contents))));

/** Whether that letter holds something of the resident's own. */
const holdsOwn = (resident: OwnPlaces, contents: MonthContents): boolean =>
  contents.noted.has(resident.residentId) || ownPhotosOf(resident, contents) > 0;

/**
 * Whether that letter is delivered, by mail or on paper. After a death only a last letter is; while
 * the resident is away, one that holds something of their own (domain.md#states-of-life).
 */
export function goesOut(
  resident: Viewer & { awaySince: CivilDate | null },
  contents: MonthContents,
): boolean {
  const { yearMonth } = contents;
  if (!hasLetter(resident, contents)) return false;
  if (resident.lettersEnd !== null) return isLastLetter(resident, yearMonth);
  return !isAwayIn(resident.awaySince, yearMonth) || holdsOwn(resident, contents);
}

type OwnPlaces = Pick<Viewer, 'residentId' | 'photosHidden'>;

const ownPhotosOf = (resident: OwnPlaces, { ownPhotos }: MonthContents): number =>
  placesOf(resident).reduce((sum, place) => sum + (ownPhotos.get(place ?? '') ?? 0), 0);

export interface Holdings {
  ownPhotos: number;
  hasNote: boolean;
  hasSharedPhotos: boolean;
  /** A last letter is announced in other words. */
  isLast?: boolean;
}

export const holdingsOf = (resident: Viewer, contents: MonthContents): Holdings => ({
  ownPhotos: ownPhotosOf(resident, contents),
  hasNote: contents.noted.has(resident.residentId) && !isLastLetter(resident, contents.yearMonth),
  hasSharedPhotos: contents.hasSharedPhotos,
  isLast: isLastLetter(resident, contents.yearMonth),
});
