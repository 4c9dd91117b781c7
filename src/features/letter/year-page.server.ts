import { readOwnAnswersBetween } from '#features/answer/own-answers.service.ts';
import type { Link } from '#features/family-link/link.service.ts';
import { familyPhotoAddresses } from '#features/photo/photo.access.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Book, BookLetter, BookPhoto } from './year-book.ts';
import { toShown } from './shown-photo.ts';
import { makeBook } from './year-book.ts';
import type { LetterOfYear, Year, YearPhotoRow } from './year.service.ts';
import { readYear } from './year.service.ts';
import { monthsOfYear } from './year.ts';

/** All that the page of a year shows. */
export interface YearPage extends Pick<Year, 'year' | 'previous' | 'next'> {
  book: Book;
  cover: BookPhoto | null;
  photos: BookPhoto[];
  /** Of all photos in their largest size. */
  masterBytes: number;
}

/** @returns null if the family has no letter of that year */
export async function readYearPage(
  rt: Runtime,
  link: Link,
  year: number,
): Promise<YearPage | null> {
  const found = await readYear(rt, link, year);
  if (!found) return null;
  const addressOf = familyPhotoAddresses(rt.secrets, link);
  const answers = await readOwnAnswersBetween(rt, link, ...monthsOfYear(year));
  const toPhoto = (row: YearPhotoRow): BookPhoto => ({
    ...toShown(row, addressOf),
    yearMonth: yearMonthOf(row.taken_on),
  });
  const letters: BookLetter[] = found.letters.map((letter) => ({
    ...letter,
    photos: letter.photos.map(toPhoto),
    answers: (answers.get(letter.yearMonth) ?? []).map(({ body }) => body),
  }));
  const cover = coverOf(found.letters);
  const rows = found.letters.flatMap(({ photos }) => photos);
  return {
    year: found.year,
    previous: found.previous,
    next: found.next,
    book: makeBook(letters, link.residentName),
    cover: cover ? toPhoto(cover) : null,
    photos: letters.flatMap(({ photos }) => photos),
    masterBytes: rows.reduce((sum, { master_bytes }) => sum + (master_bytes ?? 0), 0),
  };
}

/** The newest that staff chose, else the first, of the resident if there is one. */
function coverOf(letters: readonly LetterOfYear[]): YearPhotoRow | undefined {
  const isOwn = ({ resident_id }: YearPhotoRow): boolean => resident_id !== null;
  const chosen = letters.flatMap(({ photos, coverItemId }) =>
    photos.filter((row) => row.id === coverItemId),
  );
  const all = letters.flatMap(({ photos }) => photos);
  return chosen.findLast(isOwn) ?? all.find(isOwn) ?? all[0];
}
