import type { YearMonth } from '../../lib/calendar.ts';
import type { Viewer } from './visibility.ts';
import { livedHere, placesOf } from './visibility.ts';

/** What there is of a host's month, from which follows whose families get a letter of it. */
export interface MonthContents {
  yearMonth: YearMonth;
  /** A greeting or a title. */
  hasWords: boolean;
  /** A photo that every family sees. */
  hasSharedPhotos: boolean;
  /** Ready photos of their own, by resident. */
  ownPhotos: ReadonlyMap<string, number>;
}

/** Whether every family has a letter, whatever there is of its own resident. */
export const isForAll = ({
  hasWords,
  hasSharedPhotos,
}: Pick<MonthContents, 'hasWords' | 'hasSharedPhotos'>): boolean => hasWords || hasSharedPhotos;

/** Whether that month's letter exists for a resident's families (domain.md#a-letter). */
export const hasLetter = (resident: Viewer, contents: MonthContents): boolean =>
  livedHere(resident.leftOn, contents.yearMonth) &&
  (isForAll(contents) || ownPhotosOf(resident, contents) > 0);

const ownPhotosOf = (resident: Omit<Viewer, 'leftOn'>, { ownPhotos }: MonthContents): number =>
  placesOf(resident).reduce((sum, place) => sum + (ownPhotos.get(place ?? '') ?? 0), 0);

/** What one family's letter holds, in the words of its mail. */
export interface Holdings {
  /** Photos of its resident. */
  ownPhotos: number;
  hasSharedPhotos: boolean;
}

export const holdingsOf = (
  resident: Omit<Viewer, 'leftOn'>,
  contents: MonthContents,
): Holdings => ({
  ownPhotos: ownPhotosOf(resident, contents),
  hasSharedPhotos: contents.hasSharedPhotos,
});
