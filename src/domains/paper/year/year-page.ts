import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { readOwnAnswersBetween } from '#domains/letter/answer/family-answers.ts';
import { pageStyle, photoRules } from '#domains/letter/drawing/photo-view.ts';
import { monthsIn } from '#domains/letter/letter.ts';
import type { Link } from '#domains/letter/link.ts';
import { readLinkKeyBetween } from '#domains/letter/link.ts';
import { readShelfPage } from '#domains/letter/shelf-page.ts';
import { familyPhotoAddresses } from '#domains/letter/photo-access.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { runtime } from '#server/runtime.ts';
import bookCss from '#styles/letter/book.css?inline';
import shelfCss from '#styles/letter/shelf.css?inline';
import type { BookLetter, BookPhoto, LaidSection, Section } from './year-book.ts';
import { MOST_PHOTOS, divide, frontOf, laySection } from './year-book.ts';
import type { BookReader } from './year-letters.ts';
import { listOut, readBound } from './year-letters.ts';
import type { Span } from './year.ts';
import { parseSpan } from './year.ts';

/** A book without its pages. */
interface Outline {
  /** Numbered on. */
  sections: Section[];
  cover: BookPhoto | null;
  /** Size of all photos in their largest size. */
  masterBytes: number;
}

/** By reader, version of the contents and day: a part's numbers go on from all the parts before it. */
const outlines = new LRUCache<string, Outline>({ max: 50 });

/** All that the page of a book shows. */
export interface YearPage extends Outline {
  span: Span;
  /** The sections of the part that was asked for. */
  shown: LaidSection[];
  /** The nearest years that have letters. */
  previous: number | null;
  next: number | null;
}

/** Whom its letters are about, and who sends them. */
export type BookOwner = Pick<
  Link,
  'residentName' | 'hostName' | 'hostPhone' | 'lettersEnd' | 'lastLetter'
>;

/** @returns null if the family has no such letters */
export async function readYearPage(rt: Runtime, link: Link, span: Span): Promise<YearPage | null> {
  const key = await readLinkKeyBetween(rt, link, monthsIn(null));
  if (key === null) return null;
  return readBook(rt, span, {
    viewer: link,
    key,
    addressOf: familyPhotoAddresses(rt.secrets, link),
    answersOf: (...months) => readOwnAnswersBetween(rt, link, ...months),
  });
}

/**
 * The book of a year, of all years, or a part of it: section by section, between which everybody else
 * is answered. Once its outline is known, only what is shown is read and laid out.
 * @returns null without letters, or without this part
 */
export async function readBook(
  rt: Runtime,
  span: Span,
  reader: BookReader,
): Promise<YearPage | null> {
  const months = await listOut(rt, reader.viewer);
  const [from, to] = monthsIn(span.year);
  const asked = months.filter(({ yearMonth }) => yearMonth >= from && yearMonth <= to);
  const years = [...Map.groupBy(asked, ({ year }) => year)];
  const photos = asked.reduce((sum, { count }) => sum + count, 0);
  const isWhole = photos <= MOST_PHOTOS;
  const key = `${reader.key} ${civilDateOf(rt.clock.now())} ${span.year ?? 'all'}`;
  const known = outlines.get(key);
  const sections: Section[] = [];
  const letters: BookLetter[] = [];
  const shown: LaidSection[] = [];
  for (const [year, ofYear] of years) {
    const places = known?.sections.filter((section) => section.year === year);
    if (places?.every(({ part }) => part !== span.part)) continue;
    const read = await readBound(rt, reader, ofYear);
    const divided = divide(read, isWhole ? Infinity : MOST_PHOTOS);
    for (const [index, some] of divided.entries()) {
      const place = places?.[index] ?? {
        year,
        part: isWhole ? 1 : sections.length + 1,
        begins: (sections.at(-1)?.ends ?? frontOf(years.length)) + 1,
        hasContents: index === 0 && read.length > 1,
      };
      if (known && place.part !== span.part) continue;
      await setImmediate();
      const isEnd = year === years.at(-1)?.[0] && index === divided.length - 1;
      const laid = laySection(some, reader.viewer.residentName, place, isEnd);
      sections.push(laid.section);
      if (place.part === span.part) shown.push(laid);
    }
    letters.push(...read);
  }
  const outline = known ?? { sections, ...frontCover(letters) };
  outlines.set(key, outline);
  if (shown.length === 0) return null;
  const { year } = span;
  return {
    ...outline,
    span,
    shown,
    previous: months.findLast((month) => year !== null && month.year < year)?.year ?? null,
    next: months.find((month) => year !== null && month.year > year)?.year ?? null,
  };
}

/** The newest that staff chose, else the first, of the resident if there is one. */
function frontCover(letters: readonly BookLetter[]): Omit<Outline, 'sections'> {
  const all = letters.flatMap(({ photos }) => photos);
  const chosen = letters.flatMap(({ photos, coverItemId }) =>
    photos.filter(({ itemId }) => itemId === coverItemId),
  );
  return {
    cover:
      chosen.findLast(({ isOwn }) => isOwn) ?? all.find(({ isOwn }) => isOwn) ?? all[0] ?? null,
    masterBytes: all.reduce((sum, { byteSize }) => sum + byteSize, 0),
  };
}

/**
 * What the page of a year and its print view begin with: the shelf in its place, if there are no such
 * letters. @throws AppError 404, 429
 */
export async function openYear(
  { link }: { link?: Link | null },
  { year: asked }: { year?: string | undefined },
) {
  const span = parseSpan(asked ?? '');
  if (!link || !span) throw notFound();
  // Of all years there is none.
  const name = span.year === null ? '' : `${span.year}年`;
  const rt = await runtime();
  // Not of what is kept.
  await takeTry(rt.db, 'booksByFamily', link.familyId, rt.clock.now());
  const page = await readYearPage(rt, link, span);
  if (page) return { link, span, name, page, shelf: null, style: bookStyle(page) };
  if (span.part > 1) throw notFound();
  const shelf = await readShelfPage(rt, link);
  return { link, span, name, page: null, shelf, style: pageStyle(shelfCss, shelf.photoRules) };
}

/** A part of a book goes on with its numbers. */
export function bookStyle({ span, shown, cover }: YearPage) {
  const from = span.part > 1 && shown[0] ? shown[0].section.begins - 1 : 0;
  const number = from > 0 ? `@media print{.run{counter-reset:side ${from}}}` : '';
  const pictures = shown.flatMap((laid) => laid.pictures);
  return pageStyle(bookCss, photoRules(cover ? [cover, ...pictures] : pictures) + number);
}
