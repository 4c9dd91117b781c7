import type { Readable } from 'node:stream';
import type { YearMonth } from '#lib/calendar.ts';
import { yearOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { noteEvent } from '#features/audit/audit.service.ts';
import type { Link } from '#features/family-link/link.service.ts';
import type { LetterViewer } from '#features/letter/letter.service.ts';
import { listMonths } from '#features/letter/letter.service.ts';
import type { Entry } from './entries.server.ts';
import { textEntry } from './entries.server.ts';
import { STYLE } from './file-names.ts';
import type { Kept } from './kept-letters.service.ts';
import { PhotoPlaces, letterEntries, readKeepsake } from './kept-letters.service.ts';
import { archiveStyle } from './style.server.ts';
import { zipLength } from './zip-records.server.ts';
import { zipOf } from './zip.server.ts';

/** Letters to take home (domain.md#archives). */
export interface Archive {
  byteSize: number;
  /** Starts reading on demand; closes its files when destroyed. */
  stream: () => Readable;
}

/** A month's letter with its photos in the largest size; null if the family has none. */
export const openMonthArchive = (
  rt: Runtime,
  link: Link,
  yearMonth: YearMonth,
): Promise<Archive | null> =>
  openArchive(rt, link, [{ yearMonth, coverItemId: null }], { letter: true });

/** All letters of a year that the family may read; null if there is none. */
export async function openYearArchive(
  rt: Runtime,
  link: Link,
  year: number,
): Promise<Archive | null> {
  const months = (await listMonths(rt, link)).filter(({ yearMonth }) => yearOf(yearMonth) === year);
  return openArchive(rt, link, months, { year, isOneOfMany: false });
}

/** All letters of one resident, as families may read them; null if there is none. */
export const openResidentArchive = async (
  rt: Runtime,
  viewer: LetterViewer,
): Promise<Archive | null> =>
  openArchive(rt, viewer, await listMonths(rt, viewer), { year: null, isOneOfMany: false });

async function openArchive(
  rt: Runtime,
  viewer: LetterViewer,
  months: Kept['months'],
  first: Kept['first'],
): Promise<Archive | null> {
  const keepsake = await readKeepsake(rt, viewer.hostId);
  const kept: Kept = { viewer, months, folder: '', first };
  const entries: Entry[] = [];
  for await (const entry of letterEntries(rt, kept, new PhotoPlaces(false), keepsake)) {
    entries.push(entry);
  }
  if (entries.length === 0) return null;
  const style = textEntry(STYLE, keepsake.madeOn, await archiveStyle());
  // Some phones list files as they are stored: what is opened first comes first.
  const pages = entries.filter(({ isPhoto }) => !isPhoto);
  const index = pages.splice(-1);
  const all = [...index, ...pages, style, ...entries.filter(({ isPhoto }) => isPhoto)];
  return { byteSize: zipLength(all), stream: () => zipOf(all) };
}

/** Records a family's download (P30). @param of a month or a year */
export const noteArchive = (rt: Runtime, { hostId, familyId, residentId }: Link, of: number) =>
  noteEvent(rt, {
    action: 'archive.taken',
    hostId,
    target: familyId,
    residentId,
    detail: String(of),
  });
