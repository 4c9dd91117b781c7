import { setImmediate } from 'node:timers/promises';
import type { OwnAnswer } from '#domains/letter/answer/answer.ts';
import { REPLY_HEADING } from '#domains/letter/answer/answer.ts';
import { readOwnAnswersBetween } from '#domains/letter/answer/family-answers.ts';
import { pageStyle, photoRules } from '#domains/letter/drawing/photo-view.ts';
import { monthsOfYear } from '#domains/letter/letter.ts';
import type { LetterViewer, Link } from '#domains/letter/link.ts';
import type { ShelfPage } from '#domains/letter/shelf-page.ts';
import { readShelfPage } from '#domains/letter/shelf-page.ts';
import { familyPhotoAddresses } from '#domains/letter/photo-access.ts';
import { toShown } from '#domains/letter/shown-photo.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { formatDay } from '#lib/format-ja.ts';
import type { Runtime } from '#server/runtime.ts';
import { runtime } from '#server/runtime.ts';
import bookCss from '#styles/letter/book.css?inline';
import shelfCss from '#styles/letter/shelf.css?inline';
import type { Book, BookLetter, BookPhoto } from './year-book.ts';
import type { LetterOfYear, YearPhotoRow } from './year-letters.ts';
import { listOut, readYearLetters } from './year-letters.ts';
import { endOf, frontOf, makeBook } from './year-book.ts';
import type { Span } from './year.ts';
import { parseSpan, yearsOf } from './year.ts';

/** All that the page of a year, or of all years, shows. */
export interface YearPage {
  span: Span;
  /** A year each, numbered on; of a year's page only that. */
  books: Book[];
  /** Those that are shown: all, or the part that was asked for. */
  shown: Book[];
  /** The nearest years that have letters. */
  previous: number | null;
  next: number | null;
  cover: BookPhoto | null;
  /** Of all photos in their largest size. */
  masterBytes: number;
}

/** Of whom and by whom its letters are. */
export type BookOwner = Pick<
  Link,
  'residentName' | 'hostName' | 'hostPhone' | 'lettersEnd' | 'lastLetter'
>;

/** Whose letters, and how the photos are addressed to who reads them. */
interface BookReader {
  viewer: LetterViewer;
  addressOf: (blobId: string) => (file: string) => string;
  /** None in what staff take, which they hand on. */
  answersOf: (
    ...months: [YearMonth, YearMonth]
  ) => Promise<Awaited<ReturnType<typeof readOwnAnswersBetween>>>;
}

/** @returns null if the family has no such letters */
export const readYearPage = (rt: Runtime, link: Link, span: Span): Promise<YearPage | null> =>
  readPage(
    rt,
    {
      viewer: link,
      addressOf: familyPhotoAddresses(rt.secrets, link),
      answersOf: (...months) => readOwnAnswersBetween(rt, link, ...months),
    },
    span,
  );

/** Year by year: between two of them everybody else is answered. */
export async function readPage(
  rt: Runtime,
  { viewer, addressOf, answersOf }: BookReader,
  span: Span,
): Promise<YearPage | null> {
  const months = await listOut(rt, viewer);
  const years = yearsOf(months);
  const { year: asked, isOfAll } = span;
  if (asked === null ? years.length === 0 : !years.includes(asked)) return null;
  const toPhoto = (row: YearPhotoRow): BookPhoto => ({
    ...toShown(row, addressOf),
    yearMonth: yearMonthOf(row.taken_on),
    day: formatDay(row.taken_on, row.taken_on),
  });
  const bound = asked === null || isOfAll ? years : [asked];
  const found: LetterOfYear[] = [];
  const books: Book[] = [];
  for (const year of bound) {
    await setImmediate();
    const letters = await readYearLetters(rt, viewer, months, year);
    const answers = await answersOf(...monthsOfYear(year));
    const shown: BookLetter[] = letters.map((letter) => ({
      ...letter,
      photos: letter.photos.map(toPhoto),
      answers: (answers.get(letter.yearMonth) ?? []).flatMap(withReply),
    }));
    const before = books.at(-1);
    const begins = before ? endOf(before) + 1 : frontOf(bound.length) + 1;
    const isEnd = year === bound.at(-1);
    books.push(makeBook(shown, viewer.residentName, { year, begins, isEnd }));
    found.push(...letters);
  }
  const cover = coverOf(found);
  const rows = found.flatMap(({ photos }) => photos);
  return {
    span,
    books,
    shown: books.filter(({ year }) => asked === null || year === asked),
    previous: years.findLast((one) => asked !== null && one < asked) ?? null,
    next: years.find((one) => asked !== null && one > asked) ?? null,
    cover: cover ? toPhoto(cover) : null,
    masterBytes: rows.reduce((sum, { master_bytes }) => sum + (master_bytes ?? 0), 0),
  };
}

const withReply = ({ body, reply }: OwnAnswer): string[] =>
  reply ? [body, `${REPLY_HEADING}：${reply.body}`] : [body];

/** The newest that staff chose, else the first, of the resident if there is one. */
function coverOf(letters: readonly LetterOfYear[]): YearPhotoRow | undefined {
  const isOwn = ({ resident_id }: YearPhotoRow): boolean => resident_id !== null;
  const chosen = letters.flatMap(({ photos, coverItemId }) =>
    photos.filter((row) => row.id === coverItemId),
  );
  const all = letters.flatMap(({ photos }) => photos);
  return chosen.findLast(isOwn) ?? all.find(isOwn) ?? all[0];
}

interface YearView {
  link: Link;
  /** `2026年`; empty for all years. */
  name: string;
  /** null if there are no such letters. */
  page: YearPage | null;
  /** In its place. */
  shelf: ShelfPage | null;
  style: ReturnType<typeof pageStyle>;
}

/** What the page of a year and its print view begin with. */
export async function openYear(
  { link }: { link?: Link | null },
  { year: asked }: { year?: string | undefined },
): Promise<YearView> {
  const span = parseSpan(asked ?? '');
  if (!link || !span) throw notFound();
  const name = span.year === null ? '' : `${span.year}年`;
  const rt = await runtime();
  const page = await readYearPage(rt, link, span);
  if (page) return { link, name, page, shelf: null, style: bookStyle(page) };
  const shelf = await readShelfPage(rt, link);
  return { link, name, page, shelf, style: pageStyle(shelfCss, shelf.photoRules) };
}

/** A part of a book goes on with its numbers. */
export function bookStyle({ shown, books, cover }: YearPage) {
  const [first] = shown;
  const from = first && first !== books[0] ? first.begins - 1 : 0;
  const number = from > 0 ? `@media print{.run{counter-reset:side ${from}}}` : '';
  const photos = [...(cover ? [cover] : []), ...shown.flatMap((book) => book.photos)];
  return pageStyle(bookCss, photoRules(photos) + number);
}
