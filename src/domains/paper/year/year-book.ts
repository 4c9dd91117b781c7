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
import { formatMonth, formatYearMonth } from '#lib/format-ja.ts';

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

export interface BookLetter<P = BookPhoto> {
  yearMonth: YearMonth;
  title: string;
  body: string;
  note: string;
  isLast: boolean;
  photos: P[];
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
  /** Which part of the book it begins in. */
  part: number;
}

/** Where a section stands in its book. */
interface Place {
  year: number;
  /** Which of its year's, from 0. */
  index: number;
  part: number;
  /** The number of its first page. */
  begins: number;
  /** Begins with the contents of its year. */
  hasContents: boolean;
  /** Nothing follows. */
  isEnd: boolean;
}

/** What is laid out together: the letters of a year, or some of them. */
export interface Section extends Place {
  months: BookMonth[];
  photos: number;
  ends: number;
}

/** In pages of A4. */
export interface LaidSection {
  section: Section;
  pages: PrintPage<BookPhoto>[];
  pictures: BookPhoto[];
}

/** A page for a phone or a printer holds no more: old phones give up on a printer's view of more. */
export const MOST_PHOTOS = 200;

/** The letters of a year in sections of so many photos at most: of a long month, some of them. */
export function divide<P>(letters: readonly BookLetter<P>[], most: number): BookLetter<P>[][] {
  const sections: BookLetter<P>[][] = [];
  let room = 0;
  for (const letter of letters) {
    const count = letter.photos.length;
    for (let at = 0; at === 0 || at < count; at += most) {
      const photos = letter.photos.slice(at, at + most);
      const answers = at + most >= count ? letter.answers : [];
      const words = at === 0 ? {} : { title: '続き', body: '', note: '' };
      if (sections.length === 0 || photos.length > room) {
        sections.push([]);
        room = most;
      }
      room -= photos.length;
      sections.at(-1)?.push({ ...letter, ...words, photos, answers });
    }
  }
  return sections;
}

export function laySection(
  letters: readonly BookLetter[],
  residentName: string,
  place: Place,
): LaidSection {
  const pages = layOutYear<BookPhoto>(
    letters.map((letter) => ({
      yearMonth: letter.yearMonth,
      title: ownTitle(letter),
      paragraphs: paragraphsOf(letter.body),
      parts: partsOf(letter, residentName),
    })),
    place.isEnd,
  );
  const starts = startsOf(pages);
  const first = place.begins + (place.hasContents ? 1 : 0);
  const months = letters.map((letter) => ({
    yearMonth: letter.yearMonth,
    title: ownTitle(letter),
    photos: letter.photos.length,
    page: first + (starts.get(letter.yearMonth) ?? 0),
    part: place.part,
  }));
  const pictures = letters.flatMap((letter) => letter.photos);
  const ends = first + pages.length - 1;
  return { section: { ...place, months, photos: pictures.length, ends }, pages, pictures };
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

/** The months of sections, each once, wherever it goes on. */
export function monthsOf(sections: readonly Section[]): BookMonth[] {
  const found = new Map<YearMonth, BookMonth>();
  for (const month of sections.flatMap(({ months }) => months)) {
    const before = found.get(month.yearMonth) ?? { ...month, photos: 0 };
    found.set(month.yearMonth, { ...before, photos: before.photos + month.photos });
  }
  return [...found.values()];
}

export const photosOf = (sections: readonly Section[]): number =>
  sections.reduce((sum, { photos }) => sum + photos, 0);

/** Of the contents of years: more would not fit. */
export const YEARS_ON_A_SIDE = 14;

/** The cover, and the contents of several years. */
export const frontOf = (years: number): number =>
  1 + (years > 1 ? Math.ceil(years / YEARS_ON_A_SIDE) : 0);

/** `1月号から10月号まで`; of several years `2024年4月号から2026年10月号まで` */
export function lettersCovered(sections: readonly Section[], isOfAll: boolean): string {
  const months = monthsOf(sections);
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return '';
  const name = ({ yearMonth }: BookMonth): string =>
    `${isOfAll ? formatYearMonth(yearMonth) : formatMonth(yearMonth)}号`;
  return first === last ? name(first) : `${name(first)}から${name(last)}まで`;
}

/** `2026年8月号から12月号まで` */
export const sectionName = (section: Section): string =>
  `${section.year}年${lettersCovered([section], false)}`;

/** More than a page holds. */
export const isInParts = (sections: readonly Section[]): boolean =>
  (sections.at(-1)?.part ?? 1) > 1;
