import { listLetterTexts } from '#domains/item/first-month.ts';
import { toItem } from '#domains/item/item-view.ts';
import type { Item } from '#domains/item/item.ts';
import { defaultTitle, hasWords } from '#domains/item/month-text.ts';
import {
  deliveryDay,
  isAwayIn,
  isDelivered,
  isLastLetter,
  lastLetterOf,
  mayHaveLetter,
} from '#domains/people/stay.ts';
import type { Images } from '#domains/photo/photo.ts';
import { imagesOf } from '#domains/photo/photo.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf, monthOf, yearMonthOf, yearOf } from '#lib/calendar.ts';
import { orMissing } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { VisibleItem } from './letter-rows.ts';
import { countVisibleByMonth, findCover, findShownText } from './letter-rows.ts';
import { dueDayOf, isOpenYearMonth, readableBefore } from './letter.ts';
import type { LetterViewer, Link } from './link.ts';
import { isLetter, lettersAmong } from './month-contents.ts';
import type { Neighbour } from './neighbours.ts';
import { readNeighbours } from './neighbours.ts';
import { findPersonMonth, listSkippedMonths, listNotedMonths } from './person-month.ts';
import { familyPhotoAddresses } from './photo-access.ts';
import { LAST_TITLE } from './salutation.ts';
import { listVisibleItems } from './visible-items.ts';

export interface ShelfEntry {
  year: number;
  month: number;
  yearMonth: YearMonth;
  title: string;
  itemsCount: number;
  /** When it is complete; null once it is out. */
  dueOn: CivilDate | null;
  cover: (Images & { width: number; height: number; color: string }) | null;
}

const todayOf = (rt: Runtime) => civilDateOf(rt.clock.now());

/** Months that this viewer may read, oldest first, without pictures. */
export async function listMonths(rt: Runtime, link: LetterViewer) {
  const before = readableBefore(todayOf(rt), link.earlyLook);
  const counted = await countVisibleByMonth(rt.readConnection, link, before);
  const counts = new Map(counted.map(({ month, count }) => [yearMonthOf(month), count]));
  const written = await listLetterTexts(rt.db, link.hostId, before);
  const texts = new Map(written.map((text) => [text.year_month, text]));
  const last = lastLetterOf(link);
  if (last !== null)
    counts.set(last, (await listVisibleItems(rt.readConnection, link, last)).length);
  const found = {
    photos: new Set(counts.keys()),
    words: new Set(written.filter(hasWords).map(({ year_month }) => year_month)),
    note: await listNotedMonths(rt.db, link, before),
    skipped: await listSkippedMonths(rt.db, link),
  };
  return lettersAmong(link, found, before).map((yearMonth) => ({
    year: yearOf(yearMonth),
    month: monthOf(yearMonth),
    yearMonth,
    count: counts.get(yearMonth) ?? 0,
    title:
      yearMonth === last ? LAST_TITLE : (texts.get(yearMonth)?.title ?? defaultTitle(yearMonth)),
    body: (yearMonth === last ? link.lastWords : texts.get(yearMonth)?.body) ?? '',
    coverItemId: texts.get(yearMonth)?.cover_item_id ?? null,
  }));
}

/** The shelf (domain.md#a-letter); with an early look it includes the current month. */
export async function readShelf(rt: Runtime, link: Link): Promise<ShelfEntry[]> {
  const today = todayOf(rt);
  const months = await listMonths(rt, link);
  const addressOf = familyPhotoAddresses(rt.secrets, link);
  const entries: ShelfEntry[] = [];
  for (const { year, month, yearMonth, title, count, coverItemId } of months) {
    const row = await findCover(rt.readConnection, link, yearMonth, coverItemId);
    const size = { width: row?.width ?? 1, height: row?.height ?? 1, color: row?.color ?? '#eee' };
    const images = row && imagesOf({ ...size, ready: true }, addressOf(row.blob_id));
    const cover = images ? { ...images, ...size } : null;
    const dueOn = dueDayOf(yearMonth, today);
    entries.push({ year, month, yearMonth, title, itemsCount: count, dueOn, cover });
  }
  return entries;
}

/** @typeParam Photo how its photos are described */
export interface FamilyLetter<Photo = Item> {
  year: number;
  month: number;
  yearMonth: YearMonth;
  title: string;
  body: string;
  /** Of the resident; empty if there is none. */
  note: string;
  isOut: boolean;
  /** The one after a death, with words of its own. */
  isLast: boolean;
  /** The resident is away: no promises, nothing cheerful. */
  isAway: boolean;
  /** Only staff see such a letter. */
  isSkipped: boolean;
  /** When an early letter is complete; null for a complete one. */
  dueOn: CivilDate | null;
  /** The resident's photos, then the facility-wide ones. */
  items: Photo[];
  /** The stored pictures of its photos, in the same order. */
  blobIds: string[];
  /** Of all photos in their largest size. */
  masterBytes: number;
  /** The previous and next letter. */
  previous: Neighbour | null;
  next: Neighbour | null;
}

/** A month's letter for a family (domain.md#a-letter). @throws AppError 404 if it has none */
export async function readFamilyLetter(
  rt: Runtime,
  link: Link,
  yearMonth: YearMonth,
): Promise<FamilyLetter> {
  const toPhoto = letterItem(link, familyPhotoAddresses(rt.secrets, link));
  return orMissing(await readLetter(rt, link, yearMonth, toPhoto));
}

/**
 * The same for any viewer, with photos as the caller wants them.
 * @returns null if there is no such letter for this viewer
 */
export async function readLetter<Photo>(
  rt: Runtime,
  viewer: LetterViewer,
  yearMonth: YearMonth,
  toPhoto: (row: VisibleItem) => Photo,
): Promise<FamilyLetter<Photo> | null> {
  const today = todayOf(rt);
  const isOpen = isOpenYearMonth(String(yearMonth), today) && mayHaveLetter(viewer, yearMonth);
  if (!isOpen) return null;
  const contents = await readContents(rt, viewer, yearMonth);
  return composeLetter(viewer, yearMonth, today, contents, toPhoto);
}

type Contents = Awaited<ReturnType<typeof readContents>>;

async function readContents(rt: Runtime, viewer: LetterViewer, yearMonth: YearMonth) {
  const { readConnection } = rt;
  const { hostId, residentId } = viewer;
  const last = { title: LAST_TITLE, body: viewer.lastWords, year_month: yearMonth };
  const isLast = isLastLetter(viewer, yearMonth);
  const person = await findPersonMonth(readConnection, hostId, residentId, yearMonth);
  return {
    text: isLast ? last : await findShownText(readConnection, hostId, yearMonth),
    rows: await listVisibleItems(readConnection, viewer, yearMonth),
    note: person?.note ?? '',
    isSkipped: (person?.whySkipped ?? null) !== null,
    neighbours: await readNeighbours(rt, viewer, yearMonth),
  };
}

function composeLetter<Photo>(
  viewer: LetterViewer,
  yearMonth: YearMonth,
  today: CivilDate,
  { text, rows, note, isSkipped, neighbours }: Contents,
  toPhoto: (row: VisibleItem) => Photo,
): FamilyLetter<Photo> | null {
  const isLast = isLastLetter(viewer, yearMonth);
  const delivered = isDelivered(yearMonth, today);
  const seesFinished = delivered || viewer.seesFinished === true;
  const skipped = isSkipped && viewer.seesFinished !== true;
  const exists = isLetter(viewer, yearMonth, {
    photos: rows.length > 0,
    words: text !== undefined && hasWords(text),
    note: note !== '',
    skipped,
  });
  // Neither a letter that is skipped nor a last one is announced.
  if ((!exists && (delivered || skipped)) || (isLast && !seesFinished)) return null;
  const isOut = exists && (seesFinished || viewer.earlyLook);
  return {
    year: yearOf(yearMonth),
    month: monthOf(yearMonth),
    yearMonth,
    title: text?.title ?? defaultTitle(yearMonth),
    body: isOut ? (text?.body ?? '') : '',
    // The words of a last letter are chosen for it.
    note: isOut && !isLast ? note : '',
    isOut,
    isLast,
    isAway: isAwayIn(viewer.awaySince, yearMonth),
    isSkipped,
    dueOn: isOut && !seesFinished ? deliveryDay(yearMonth) : null,
    items: isOut ? rows.map(toPhoto) : [],
    blobIds: isOut ? rows.map(({ blob_id }) => blob_id) : [],
    masterBytes: rows.reduce((sum, row) => sum + (row.master_bytes ?? 0), 0),
    ...neighbours,
  };
}

/** With that viewer's photo URLs. */
export const letterItem =
  ({ residentName }: LetterViewer, addressOf: (blobId: string) => (file: string) => string) =>
  (row: VisibleItem): Item => {
    const named = {
      ...row,
      resident_name: row.resident_id === null ? null : residentName,
      state: 'ready' as const, // no other photo is in a letter, nor one that is held or left out
      held: 0 as const,
      left_out: 0 as const,
      left_out_for: '',
      creator_name: null, // families do not see who took a picture
    };
    return toItem(named, addressOf(row.blob_id));
  };
