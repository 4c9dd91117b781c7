import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import type { Viewer } from './visibility.ts';
import { isAwayIn, isLastLetter, mayHaveLetter, placesOf } from './visibility.ts';

export interface MonthContents {
  yearMonth: YearMonth;
  hasWords: boolean;
  hasSharedPhotos: boolean;
  ownPhotos: ReadonlyMap<string, number>;
}

/** Whether every family has a letter, whatever its resident's photos. */
export const isForAll = ({
  hasWords,
  hasSharedPhotos,
}: Pick<MonthContents, 'hasWords' | 'hasSharedPhotos'>): boolean => hasWords || hasSharedPhotos;

/** Whether a resident's families have a letter of that month (domain.md#a-letter). */
export const hasLetter = (resident: Viewer, contents: MonthContents): boolean =>
  isLastLetter(resident, contents.yearMonth) ||
  (mayHaveLetter(resident, contents.yearMonth) &&
    (isForAll(contents) || holdsOwn(resident, contents)));

/** Whether that letter holds something of the resident's own. */
const holdsOwn = (resident: OwnPlaces, contents: MonthContents): boolean =>
  ownPhotosOf(resident, contents) > 0;

/**
 * Whether that letter is delivered, by mail or on paper. After a death only a last letter is; while
 * the resident is away, one that holds something of their own (domain.md#states-of-life).
 */
export function goesOut(
  resident: Viewer & { awaySince: CivilDate | null },
  contents: MonthContents,
): boolean {
  const { yearMonth } = contents;
  if (resident.lettersEnd !== null) return isLastLetter(resident, yearMonth);
  const isAway = isAwayIn(resident.awaySince, yearMonth);
  return hasLetter(resident, contents) && (!isAway || holdsOwn(resident, contents));
}

type OwnPlaces = Pick<Viewer, 'residentId' | 'photosHidden'>;

const ownPhotosOf = (resident: OwnPlaces, { ownPhotos }: MonthContents): number =>
  placesOf(resident).reduce((sum, place) => sum + (ownPhotos.get(place ?? '') ?? 0), 0);

export interface Holdings {
  ownPhotos: number;
  hasSharedPhotos: boolean;
  /** A last letter is announced in other words. */
  isLast?: boolean;
}

export const holdingsOf = (resident: Viewer, contents: MonthContents): Holdings => ({
  ownPhotos: ownPhotosOf(resident, contents),
  hasSharedPhotos: contents.hasSharedPhotos,
  isLast: isLastLetter(resident, contents.yearMonth),
});
