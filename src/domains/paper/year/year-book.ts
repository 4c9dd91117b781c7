import { ownTitle } from '#domains/item/month-text.ts';
import {
  OWN_ANSWERS_HEADING,
  ownHeading,
  paragraphsOf,
} from '#domains/letter/drawing/letter-html.ts';
import { FACILITY_HEADING } from '#domains/letter/salutation.ts';
import type { toShown } from '#domains/letter/shown-photo.ts';
import type { PrintPage } from '#domains/paper/print/blocks.ts';
import { layOutYear, startsOf } from '#domains/paper/print/lay-out-year.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { formatMonth, formatYearMonth } from '#lib/format-ja.ts';

/** A photo as the book shows it. */
export interface BookPhoto extends ReturnType<typeof toShown> {
  itemId: string;
  day: string;
  /** Bytes of its largest size. */
  byteSize: number;
}

export interface BookLetter {
  yearMonth: YearMonth;
  title: string;
  body: string;
  note: string;
  /** The one after a death, with words of its own. */
  isLast: boolean;
  /** The resident's, then the facility-wide ones. */
  photos: BookPhoto[];
  coverItemId: string | null;
  /** What the family wrote about it. */
  answers: readonly string[];
}

/** An entry of the contents. */
interface BookMonth {
  yearMonth: YearMonth;
  title: string;
  photos: number;
  /** The printed number. */
  page: number;
  /** Which part of the book it begins in. */
  part: number;
}

/** What is laid out together: the letters of a year, or some of them. */
export interface Section {
  year: number;
  part: number;
  /** The numbers of its first page and its last. */
  begins: number;
  ends: number;
  /** Begins with the contents of its year. */
  hasContents: boolean;
  months: BookMonth[];
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
export function divide(letters: readonly BookLetter[], most: number): BookLetter[][] {
  const sections: BookLetter[][] = [];
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

/** @param isEnd nothing follows */
export function laySection(
  letters: readonly BookLetter[],
  residentName: string,
  place: Omit<Section, 'ends' | 'months'>,
  isEnd: boolean,
): LaidSection {
  const titled = letters.map((letter) => ({ ...letter, title: ownTitle(letter) }));
  const pages = layOutYear<BookPhoto>(
    titled.map((letter) => ({
      yearMonth: letter.yearMonth,
      title: letter.title,
      paragraphs: paragraphsOf(letter.body),
      parts: partsOf(letter, residentName),
    })),
    isEnd,
  );
  const starts = startsOf(pages);
  const first = place.begins + (place.hasContents ? 1 : 0);
  const months = titled.map(({ yearMonth, title, photos }) => ({
    yearMonth,
    title,
    photos: photos.length,
    page: first + (starts.get(yearMonth) ?? 0),
    part: place.part,
  }));
  const section = { ...place, months, ends: first + pages.length - 1 };
  return { section, pages, pictures: letters.flatMap(({ photos }) => photos) };
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
  sections.flatMap(({ months }) => months).reduce((sum, { photos }) => sum + photos, 0);

/** In the contents of years: more would not fit. */
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
  sections.some(({ part }) => part > 1);
