import type { YearMonth } from '#lib/calendar.ts';
import type { Viewer } from './visibility.ts';
import { livedHere, placesOf } from './visibility.ts';

/** What a host has for a month, which decides whose families get a letter. */
export interface MonthContents {
  yearMonth: YearMonth;
  /** A greeting or title. */
  hasWords: boolean;
  /** A photo that every family sees. */
  hasSharedPhotos: boolean;
  /** Ready photos by resident. */
  ownPhotos: ReadonlyMap<string, number>;
}

/** Whether every family has a letter, regardless of its resident's photos. */
export const isForAll = ({
  hasWords,
  hasSharedPhotos,
}: Pick<MonthContents, 'hasWords' | 'hasSharedPhotos'>): boolean => hasWords || hasSharedPhotos;

/** Whether a month's letter exists for a resident's families (domain.md#a-letter). */
export const hasLetter = (resident: Viewer, contents: MonthContents): boolean =>
  livedHere(resident.leftOn, contents.yearMonth) &&
  (isForAll(contents) || ownPhotosOf(resident, contents) > 0);

const ownPhotosOf = (resident: Omit<Viewer, 'leftOn'>, { ownPhotos }: MonthContents): number =>
  placesOf(resident).reduce((sum, place) => sum + (ownPhotos.get(place ?? '') ?? 0), 0);

/** What one family's letter contains, for its mail. */
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
