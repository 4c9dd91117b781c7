import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { OwnAnswer } from '#domains/letter/answer/answer.ts';
import { REPLY_HEADING } from '#domains/letter/answer/answer.ts';
import { readOwnAnswersBetween } from '#domains/letter/answer/family-answers.ts';
import { pageStyle, photoRules } from '#domains/letter/drawing/photo-view.ts';
import { ALL_MONTHS, monthsOfYear } from '#domains/letter/letter.ts';
import type { LetterViewer, Link } from '#domains/letter/link.ts';
import { readLinkKeyBetween } from '#domains/letter/link.ts';
import type { ShelfPage } from '#domains/letter/shelf-page.ts';
import { readShelfPage } from '#domains/letter/shelf-page.ts';
import { familyPhotoAddresses } from '#domains/letter/photo-access.ts';
import { toShown } from '#domains/letter/shown-photo.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { formatDay } from '#lib/format-ja.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { runtime } from '#server/runtime.ts';
import bookCss from '#styles/letter/book.css?inline';
import shelfCss from '#styles/letter/shelf.css?inline';
import type { BookLetter, BookPhoto, LaidSection, Section } from './year-book.ts';
import { MOST_PHOTOS, divide, frontOf, laySection } from './year-book.ts';
import type { LetterOfYear, YearPhotoRow } from './year-letters.ts';
import { listOut, readYearLetters } from './year-letters.ts';
import type { Span } from './year.ts';
import { parseSpan, yearsOf } from './year.ts';

/** A book without its pages. */
interface Outline {
  /** Numbered on. */
  sections: Section[];
  cover: BookPhoto | null;
  /** Of all photos in their largest size. */
  masterBytes: number;
}

/** By reader, version of the contents and day: a part's numbers go on from all the parts before it. */
const outlines = new LRUCache<string, Outline>({ max: 50 });

/** All that the page of a year, or of all years, shows. */
export interface YearPage extends Outline {
  span: Span;
  /** The sections of the part that was asked for. */
  shown: LaidSection[];
  /** The nearest years that have letters. */
  previous: number | null;
  next: number | null;
}

/** Of whom and by whom its letters are. */
export type BookOwner = Pick<
  Link,
  'residentName' | 'hostName' | 'hostPhone' | 'lettersEnd' | 'lastLetter'
>;

/** Whose letters, and how the photos are addressed to who reads them. */
interface BookReader {
  viewer: LetterViewer;
  /** Of all that the letters depend on but the day. */
  key: string;
  addressOf: (blobId: string) => (file: string) => string;
  /** None in what staff take, which they hand on. */
  answersOf: (
    ...months: [YearMonth, YearMonth]
  ) => Promise<Awaited<ReturnType<typeof readOwnAnswersBetween>>>;
}

/** @returns null if the family has no such letters */
export async function readYearPage(rt: Runtime, link: Link, span: Span): Promise<YearPage | null> {
  const key = await readLinkKeyBetween(rt, link, ALL_MONTHS);
  if (key === null) return null;
  const reader: BookReader = {
    ...{ viewer: link, key },
    addressOf: familyPhotoAddresses(rt.secrets, link),
    answersOf: (...months) => readOwnAnswersBetween(rt, link, ...months),
  };
  return readPage(rt, reader, span);
}

/** @returns null without letters, or without this part */
export async function readPage(
  rt: Runtime,
  reader: BookReader,
  span: Span,
): Promise<YearPage | null> {
  const months = await listOut(rt, reader.viewer);
  const years = yearsOf(months);
  const { year: asked, part } = span;
  const bound = years.filter((year) => asked === null || year === asked);
  const out = months.filter(({ year, dueOn }) => bound.includes(year) && dueOn === null);
  const photos = out.reduce((sum, { count }) => sum + count, 0);
  const book: Book = { rt, reader, months, most: photos > MOST_PHOTOS ? MOST_PHOTOS : Infinity };
  const key = `${reader.key} ${civilDateOf(rt.clock.now())} ${asked ?? 'all'}`;
  const shown: LaidSection[] = [];
  const note = (laid: LaidSection) => laid.section.part === part && shown.push(laid);
  const outline = outlines.get(key) ?? (await outlineOf(book, bound, note));
  outlines.set(key, outline);
  const isMade = shown.length > 0;
  for (const section of outline.sections) {
    if (isMade || section.part !== part) continue;
    await setImmediate();
    const letters = divide(await readYear(book, section.year), book.most)[section.index] ?? [];
    shown.push(lay(book, letters, section));
  }
  if (shown.length === 0) return null;
  return {
    ...outline,
    ...{ span, shown },
    previous: years.findLast((one) => asked !== null && one < asked) ?? null,
    next: years.find((one) => asked !== null && one > asked) ?? null,
  };
}

interface Book {
  rt: Runtime;
  reader: BookReader;
  months: Awaited<ReturnType<typeof listOut>>;
  /** Photos of a part. */
  most: number;
}

/** Laid out section by section: between two of them everybody else is answered. */
async function outlineOf(
  book: Book,
  years: readonly number[],
  note: (laid: LaidSection) => void,
): Promise<Outline> {
  const found: LetterOfYear[] = [];
  const sections: Section[] = [];
  for (const year of years) {
    const letters = await readYear(book, year);
    const divided = divide(letters, book.most);
    for (const [index, some] of divided.entries()) {
      await setImmediate();
      const laid = lay(book, some, {
        ...{ year, index },
        part: book.most === Infinity ? 1 : sections.length + 1,
        begins: (sections.at(-1)?.ends ?? frontOf(years.length)) + 1,
        hasContents: index === 0 && letters.length > 1,
        isEnd: year === years.at(-1) && index === divided.length - 1,
      });
      sections.push(laid.section);
      note(laid);
    }
    found.push(...letters);
  }
  const cover = coverOf(found);
  const masters = found.flatMap((letter) => letter.photos.map((row) => row.master_bytes ?? 0));
  return {
    sections,
    cover: cover ? toPhoto(book.reader, cover) : null,
    masterBytes: masters.reduce((sum, bytes) => sum + bytes, 0),
  };
}

type ReadLetter = LetterOfYear & BookLetter<YearPhotoRow>;

async function readYear({ rt, reader, months }: Book, year: number): Promise<ReadLetter[]> {
  const letters = await readYearLetters(rt, reader.viewer, months, year);
  const answers = await reader.answersOf(...monthsOfYear(year));
  return letters.map((letter) => ({
    ...letter,
    answers: (answers.get(letter.yearMonth) ?? []).flatMap(withReply),
  }));
}

const lay = (
  { reader }: Book,
  letters: readonly BookLetter<YearPhotoRow>[],
  place: Parameters<typeof laySection>[2],
): LaidSection => {
  const shown = letters.map((letter) => ({
    ...letter,
    photos: letter.photos.map((row) => toPhoto(reader, row)),
  }));
  return laySection(shown, reader.viewer.residentName, place);
};

const toPhoto = ({ addressOf }: BookReader, row: YearPhotoRow): BookPhoto => ({
  ...toShown(row, addressOf),
  yearMonth: yearMonthOf(row.taken_on),
  day: formatDay(row.taken_on, row.taken_on),
});

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
  span: Span;
  /** `2026年`; empty for all years. */
  name: string;
  /** null if there are no such letters. */
  page: YearPage | null;
  /** In its place. */
  shelf: ShelfPage | null;
  style: ReturnType<typeof pageStyle>;
}

/** What the page of a year and its print view begin with. @throws AppError 429 */
export async function openYear(
  { link }: { link?: Link | null },
  { year: asked }: { year?: string | undefined },
): Promise<YearView> {
  const span = parseSpan(asked ?? '');
  if (!link || !span) throw notFound();
  const name = span.year === null ? '' : `${span.year}年`;
  const rt = await runtime();
  // Not of what is kept.
  await takeTry(rt.db, 'booksByFamily', link.familyId, rt.clock.now());
  const page = await readYearPage(rt, link, span);
  if (page) return { ...{ link, span, name, page }, shelf: null, style: bookStyle(page) };
  if (span.part > 1) throw notFound();
  const shelf = await readShelfPage(rt, link);
  return { ...{ link, span, name, page, shelf }, style: pageStyle(shelfCss, shelf.photoRules) };
}

/** A part of a book goes on with its numbers. */
export function bookStyle({ span, shown, cover }: YearPage) {
  const from = span.part > 1 && shown[0] ? shown[0].section.begins - 1 : 0;
  const number = from > 0 ? `@media print{.run{counter-reset:side ${from}}}` : '';
  const pictures = shown.flatMap((laid) => laid.pictures);
  return pageStyle(bookCss, photoRules(cover ? [cover, ...pictures] : pictures) + number);
}
