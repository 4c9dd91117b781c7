import { ownTitle } from '#domains/item/month-text.ts';
import {
  OWN_ANSWERS_HEADING,
  ownHeading,
  paragraphsOf,
} from '#domains/letter/drawing/letter-html.ts';
import { FACILITY_HEADING } from '#domains/letter/salutation.ts';
import type { PrintPage } from '#domains/paper/print/blocks.ts';
import { layOutYear, startsOf } from '#domains/paper/print/lay-out-year.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { monthOf } from '#lib/calendar.ts';
import { formatYearMonth } from '#lib/format-ja.ts';

/** A photo as the book shows it. */
export interface BookPhoto {
  /** Of its stored picture. */
  id: string;
  yearMonth: YearMonth;
  isOwn: boolean;
  day: string;
  caption: string;
  width: number;
  height: number;
  color: string;
  /** The address of its files, up to their names. */
  folder: string;
}

export interface BookLetter {
  yearMonth: YearMonth;
  title: string;
  body: string;
  note: string;
  isLast: boolean;
  photos: BookPhoto[];
  /** What the family wrote about it. */
  answers: readonly string[];
}

/** An entry of the contents. */
export interface BookMonth {
  yearMonth: YearMonth;
  title: string;
  photos: number;
  /** The printed number. */
  page: number;
}

/** A year in pages of A4. */
export interface Book {
  year: number;
  contents: BookMonth[];
  pages: PrintPage<BookPhoto>[];
  photos: BookPhoto[];
  /** The number of its first page, with the contents unless there is only one month. */
  begins: number;
  /** The number of the first of `pages`. */
  firstPage: number;
}

/** The last number. */
export const endOf = ({ firstPage, pages }: Book): number => firstPage + pages.length - 1;

interface Place {
  year: number;
  begins: number;
  /** Nothing follows. */
  isEnd: boolean;
}

export function makeBook(
  letters: readonly BookLetter[],
  residentName: string,
  { year, begins, isEnd }: Place,
): Book {
  const pages = layOutYear<BookPhoto>(
    letters.map((letter) => ({
      yearMonth: letter.yearMonth,
      title: ownTitle(letter),
      paragraphs: paragraphsOf(letter.body),
      parts: partsOf(letter, residentName),
    })),
    isEnd,
  );
  const starts = startsOf(pages);
  const firstPage = letters.length > 1 ? begins + 1 : begins;
  const contents = letters.map((letter) => ({
    yearMonth: letter.yearMonth,
    title: ownTitle(letter),
    photos: letter.photos.length,
    page: firstPage + (starts.get(letter.yearMonth) ?? 0),
  }));
  const photos = letters.flatMap((letter) => letter.photos);
  return { year, contents, pages, photos, begins, firstPage };
}

const partsOf = ({ isLast, note, photos, answers }: BookLetter, residentName: string) => [
  {
    heading: ownHeading({ isLast }, residentName),
    note: paragraphsOf(note),
    photos: photos.filter(({ isOwn }) => isOwn),
  },
  { heading: FACILITY_HEADING, photos: photos.filter(({ isOwn }) => !isOwn) },
  { heading: OWN_ANSWERS_HEADING, note: answers.flatMap(paragraphsOf), photos: [] },
];

/** More photos at once are too much for old phones: a printer's view holds all of them, decoded. */
const MOST_AT_ONCE = 150;

/** Whether a book of several years is offered year by year. */
export const isLarge = ({ books }: { books: readonly Book[] }): boolean =>
  books.length > 1 && books.reduce((sum, { photos }) => sum + photos.length, 0) > MOST_AT_ONCE;

/** Of the contents of years: more would not fit. */
export const YEARS_ON_A_SIDE = 14;

/** The cover, and the contents of several years. */
export const frontOf = (years: number): number =>
  1 + (years > 1 ? Math.ceil(years / YEARS_ON_A_SIDE) : 0);

/** `1月号から10月号まで` */
export function monthsCovered(contents: readonly BookMonth[]): string {
  const [first, last] = [contents[0], contents.at(-1)];
  if (!first || !last) return '';
  const name = ({ yearMonth }: BookMonth): string => `${monthOf(yearMonth)}月号`;
  return first === last ? name(first) : `${name(first)}から${name(last)}まで`;
}

/** `2024年4月号から2026年10月号まで` */
export function lettersCovered(books: readonly Book[]): string {
  const [first, last] = [books[0]?.contents[0], books.at(-1)?.contents.at(-1)];
  if (!first || !last) return '';
  const name = ({ yearMonth }: BookMonth): string => `${formatYearMonth(yearMonth)}号`;
  return first === last ? name(first) : `${name(first)}から${name(last)}まで`;
}
