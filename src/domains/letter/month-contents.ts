import type { Stay, Viewer } from '#domains/people/stay.ts';
import {
  isAwayIn,
  isLastLetter,
  lastLetterOf,
  mayHaveLetter,
  ownPlaceOf,
} from '#domains/people/stay.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';

/** What there is for one resident in a month, or in which months. */
interface Holding<Of> {
  photos: Of;
  words: Of;
  note: Of;
  skipped: Of;
}

/** Whether a resident's families have a letter of that month (domain.md#a-letter). */
export const isLetter = (
  stay: Stay,
  yearMonth: YearMonth,
  { photos, words, note, skipped }: Holding<boolean>,
): boolean =>
  !skipped &&
  mayHaveLetter(stay, yearMonth) &&
  (isLastLetter(stay, yearMonth) || photos || words || note);

/** The months of which they have one, oldest first. */
export function lettersAmong(
  stay: Stay,
  { photos, words, note, skipped }: Holding<ReadonlySet<YearMonth>>,
  before: YearMonth,
): YearMonth[] {
  const last = lastLetterOf(stay);
  const months = new Set([...photos, ...words, ...note, ...(last === null ? [] : [last])]);
  const isOne = (month: YearMonth): boolean =>
    isLetter(stay, month, {
      photos: photos.has(month),
      words: words.has(month),
      note: note.has(month),
      skipped: skipped.has(month),
    });
  return [...months].filter((month) => month < before && isOne(month)).sort((a, b) => a - b);
}

/** What there is in a month, for all residents. */
export interface MonthContents {
  yearMonth: YearMonth;
  hasWords: boolean;
  /** Whose families see a photo of the whole facility. */
  sharedPhotosFor: 'everybody' | ReadonlySet<string>;
  ownPhotos: ReadonlyMap<string, number>;
  /** Residents with a note. */
  noted: ReadonlySet<string>;
  /** Residents whose letter is not sent. */
  skipped: ReadonlySet<string>;
}

export const hasLetter = (resident: Viewer, contents: MonthContents): boolean =>
  isLetter(resident, contents.yearMonth, {
    photos: hasSharedPhotos(resident, contents) || ownPhotosOf(resident, contents) > 0,
    words: contents.hasWords,
    note: contents.noted.has(resident.residentId),
    skipped: contents.skipped.has(resident.residentId),
  });

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
  ownPhotos.get(ownPlaceOf(resident) ?? '') ?? 0;

const hasSharedPhotos = ({ residentId }: OwnPlaces, { sharedPhotosFor }: MonthContents): boolean =>
  sharedPhotosFor === 'everybody' || sharedPhotosFor.has(residentId);

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
  hasSharedPhotos: hasSharedPhotos(resident, contents),
  isLast: isLastLetter(resident, contents.yearMonth),
});
