import type { YearMonth } from '#lib/calendar.ts';
import type { Viewer } from './visibility.ts';
import { livedHere, placesOf } from './visibility.ts';

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
  livedHere(resident.leftOn, contents.yearMonth) &&
  !contents.heldBack.has(resident.residentId) &&
  (isForAll(contents) ||
    contents.noted.has(resident.residentId) ||
    ownPhotosOf(resident, contents) > 0);

const ownPhotosOf = (resident: Omit<Viewer, 'leftOn'>, { ownPhotos }: MonthContents): number =>
  placesOf(resident).reduce((sum, place) => sum + (ownPhotos.get(place ?? '') ?? 0), 0);

export interface Holdings {
  ownPhotos: number;
  hasNote: boolean;
  hasSharedPhotos: boolean;
}

export const holdingsOf = (
  resident: Omit<Viewer, 'leftOn'>,
  contents: MonthContents,
): Holdings => ({
  ownPhotos: ownPhotosOf(resident, contents),
  hasNote: contents.noted.has(resident.residentId),
  hasSharedPhotos: contents.hasSharedPhotos,
});
