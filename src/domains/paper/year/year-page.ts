import type { OwnAnswer } from '#domains/letter/answer/answer.ts';
import { REPLY_HEADING } from '#domains/letter/answer/answer.ts';
import { readOwnAnswersBetween } from '#domains/letter/answer/family-answers.ts';
import { pageStyle, photoRules } from '#domains/letter/drawing/photo-view.ts';
import { listOwnPhotos, listSharedPhotos } from '#domains/letter/letter-rows.ts';
import { dueDayOf, monthsOfYear } from '#domains/letter/letter.ts';
import { listMonths } from '#domains/letter/read-letters.ts';
import type { LetterViewer, Link } from '#domains/letter/link.ts';
import { listNotes } from '#domains/letter/person-month.ts';
import type { ShelfPage } from '#domains/letter/shelf-page.ts';
import { readShelfPage } from '#domains/letter/shelf-page.ts';
import { familyPhotoAddresses } from '#domains/letter/photo-access.ts';
import { toShown } from '#domains/letter/shown-photo.ts';
import { ofBothPlaces } from '#domains/letter/visible-items.ts';
import { isLastLetter, ownPlaceOf, placesOf } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, firstDayOf, lastDayOf, yearMonthOf } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { formatDay } from '#lib/format-ja.ts';
import type { Runtime } from '#server/runtime.ts';
import { runtime } from '#server/runtime.ts';
import bookCss from '#styles/letter/book.css?inline';
import shelfCss from '#styles/letter/shelf.css?inline';
import type { Book, BookLetter, BookPhoto } from './year-book.ts';
import { makeBook } from './year-book.ts';
import { yearsOf } from './year.ts';

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
    day: formatDay(row.taken_on, row.taken_on),
  });
  const letters: BookLetter[] = found.letters.map((letter) => ({
    ...letter,
    photos: letter.photos.map(toPhoto),
    answers: (answers.get(letter.yearMonth) ?? []).flatMap(withReply),
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
  year: number;
  /** null if there are no letters of that year. */
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
  if (!link) throw notFound();
  const year = Number(asked);
  const rt = await runtime();
  const page = await readYearPage(rt, link, year);
  if (page) {
    return { link, year, page, shelf: null, style: pageStyle(bookCss, photoRules(page.photos)) };
  }
  const shelf = await readShelfPage(rt, link);
  return { link, year, page, shelf, style: pageStyle(shelfCss, shelf.photoRules) };
}

type YearPhotoRow = Awaited<ReturnType<typeof listOwnPhotos>>[number];

interface LetterOfYear {
  yearMonth: YearMonth;
  title: string;
  body: string;
  note: string;
  /** The one after a death, with words of its own. */
  isLast: boolean;
  /** The resident's photos, then the facility-wide ones. */
  photos: YearPhotoRow[];
  coverItemId: string | null;
}

interface Year {
  year: number;
  /** January first. */
  letters: LetterOfYear[];
  /** The nearest years that have letters. */
  previous: number | null;
  next: number | null;
}

/**
 * A year's letters that are out (domain.md#a-year).
 * @returns null if there is none for this viewer
 */
export async function readYear(
  rt: Runtime,
  viewer: LetterViewer,
  year: number,
): Promise<Year | null> {
  const today = civilDateOf(rt.clock.now());
  const months = (await listMonths(rt, viewer)).map((month) => ({
    ...month,
    dueOn: dueDayOf(month.yearMonth, today),
  }));
  const years = yearsOf(months);
  if (!years.includes(year)) return null;
  const { photosOf, noteOf } = await readContents(rt, viewer, year);
  const letters = months
    .filter((month) => month.year === year && month.dueOn === null)
    .map(({ yearMonth, title, body, coverItemId }) => {
      const isLast = isLastLetter(viewer, yearMonth);
      const photos = photosOf(yearMonth);
      const note = isLast ? '' : noteOf(yearMonth);
      return { yearMonth, title, body, note, isLast, photos, coverItemId };
    });
  return {
    year,
    letters,
    previous: years.findLast((one) => one < year) ?? null,
    next: years.find((one) => one > year) ?? null,
  };
}

/** Of all months of the year, in three queries. */
async function readContents({ readConnection }: Runtime, viewer: LetterViewer, year: number) {
  const { hostId, residentId } = viewer;
  const [first, last] = monthsOfYear(year);
  const days = [firstDayOf(first), lastDayOf(last)] as const;
  const place = ownPlaceOf(viewer);
  const own = place === null ? [] : await listOwnPhotos(readConnection, hostId, place, ...days);
  const shared = await listSharedPhotos(readConnection, hostId, residentId, ...days);
  const notes = await listNotes(readConnection, hostId, residentId, first, last);
  return {
    photosOf: (yearMonth: YearMonth): YearPhotoRow[] => {
      const places = placesOf(viewer, yearMonth);
      const isShown = ({ taken_on, resident_id }: YearPhotoRow): boolean =>
        yearMonthOf(taken_on) === yearMonth && places.includes(resident_id);
      return ofBothPlaces(own.filter(isShown), shared.filter(isShown));
    },
    noteOf: (yearMonth: YearMonth): string =>
      notes.find(({ year_month }) => year_month === yearMonth)?.body ?? '',
  };
}
