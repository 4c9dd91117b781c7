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

export interface Book {
  contents: BookMonth[];
  pages: PrintPage<BookPhoto>[];
  /** The number of the first of `pages`: the cover and the contents come before. */
  firstPage: number;
}

/** The months of a year, laid out in pages of A4. */
export function makeBook(letters: readonly BookLetter[], residentName: string): Book {
  const pages = layOutYear<BookPhoto>(
    letters.map((letter) => ({
      yearMonth: letter.yearMonth,
      title: ownTitle(letter),
      paragraphs: paragraphsOf(letter.body),
      parts: partsOf(letter, residentName),
    })),
  );
  const starts = startsOf(pages);
  const firstPage = letters.length > 1 ? 3 : 2;
  const contents = letters.map((letter) => ({
    yearMonth: letter.yearMonth,
    title: ownTitle(letter),
    photos: letter.photos.length,
    page: firstPage + (starts.get(letter.yearMonth) ?? 0),
  }));
  return { contents, pages, firstPage };
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

/** `1月号から10月号まで` */
export function monthsCovered(contents: readonly BookMonth[]): string {
  const [first, last] = [contents[0], contents.at(-1)];
  if (!first || !last) return '';
  const name = ({ yearMonth }: BookMonth): string => `${monthOf(yearMonth)}月号`;
  return first === last ? name(first) : `${name(first)}から${name(last)}まで`;
}
