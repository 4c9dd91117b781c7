import type { CivilDate, YearMonth } from '../../lib/calendar.ts';
import { livedHere } from './letter.ts';

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

interface Resident {
  residentId: string;
  leftOn: CivilDate | null;
  photosHidden: boolean;
}

/** Whether every family has a letter, whatever there is of its own resident. */
export const isForAll = ({
  hasWords,
  hasSharedPhotos,
}: Pick<MonthContents, 'hasWords' | 'hasSharedPhotos'>): boolean => hasWords || hasSharedPhotos;

/** Whether that month's letter exists for a resident's families (design, "Meaning of the domain"). */
export const hasLetter = (resident: Resident, contents: MonthContents): boolean =>
  livedHere(resident.leftOn, contents.yearMonth) &&
  (isForAll(contents) || ownPhotosOf(resident, contents) > 0);

const ownPhotosOf = (
  { residentId, photosHidden }: Omit<Resident, 'leftOn'>,
  { ownPhotos }: MonthContents,
): number => (photosHidden ? 0 : (ownPhotos.get(residentId) ?? 0));

/** What one family's letter holds, in the words of its mail. */
export interface Holdings {
  /** Photos of its resident. */
  ownPhotos: number;
  hasSharedPhotos: boolean;
}

export const holdingsOf = (
  resident: Omit<Resident, 'leftOn'>,
  contents: MonthContents,
): Holdings => ({
  ownPhotos: ownPhotosOf(resident, contents),
  hasSharedPhotos: contents.hasSharedPhotos,
});
