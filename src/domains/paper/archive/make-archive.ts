import type { Readable } from 'node:stream';
import { noteOfFamily } from '#domains/audit/record-event.ts';
import { readOwnAnswersBetween } from '#domains/letter/answer/family-answers.ts';
import { monthsIn } from '#domains/letter/letter.ts';
import { listMonths } from '#domains/letter/read-letters.ts';
import type { LetterViewer, Link } from '#domains/letter/link.ts';
import { viewersOf } from '#domains/letter/who-sees-what.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { STYLE } from './archive-names.ts';
import type { Kept } from './kept-letters.ts';
import { PhotoPlaces, letterEntries, readKeepsake } from './kept-letters.ts';
import type { Entry } from './send-archive.ts';
import { textEntry } from './send-archive.ts';
import { archiveStyle } from './style-sheet.ts';
import { zipLength } from './zip-records.ts';
import { zipOf } from './zip.ts';

/** Letters to take home (domain.md#archives). */
export interface Archive {
  byteSize: number;
  /** Starts reading on demand; closes its files when destroyed. */
  stream: () => Readable;
}

/** A month's letter with its photos in the largest size; null if the family has none. */
export const openMonthArchive = async (
  rt: Runtime,
  link: Link,
  yearMonth: YearMonth,
): Promise<Archive | null> =>
  openArchive(rt, link, {
    months: [{ yearMonth, coverItemId: null }],
    answers: await readOwnAnswersBetween(rt, link, yearMonth, yearMonth),
    first: { letter: true },
  });

/** The letters of a year, or of all, that the family may read; null if there is none. */
export async function openYearArchive(
  rt: Runtime,
  link: Link,
  year: number | null,
): Promise<Archive | null> {
  const [first, last] = monthsIn(year);
  const months = (await listMonths(rt, link)).filter(
    ({ yearMonth }) => yearMonth >= first && yearMonth <= last,
  );
  const answers = await readOwnAnswersBetween(rt, link, first, last);
  return openArchive(rt, link, { months, answers, first: { year, isOneOfMany: false } });
}

/** All letters of one resident, as families may read them; null if there is none. */
export const openResidentArchive = async (
  rt: Runtime,
  viewer: LetterViewer,
): Promise<Archive | null> =>
  openArchive(rt, viewer, {
    months: await listMonths(rt, viewer),
    answers: new Map(),
    first: { year: null, isOneOfMany: false },
  });

async function openArchive(
  rt: Runtime,
  viewer: LetterViewer,
  what: Pick<Kept, 'months' | 'answers' | 'first'>,
): Promise<Archive | null> {
  const keepsake = await readKeepsake(rt, viewer.hostId);
  const kept: Kept = { viewer, folder: '', ...what };
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

/** Records a family's download (P30). @param of a month, a year, or all */
export const noteArchive = (
  rt: Runtime,
  { hostId, familyId, residentId }: Link,
  of: number | 'all',
) =>
  noteOfFamily(rt, {
    action: 'archive.taken',
    hostId,
    target: familyId,
    residentId,
    detail: of,
  });

/** Those whose letters staff keep: all residents of a facility, or one. */
export const listKeptResidents = (db: Db, hostId: string, residentId?: string) =>
  viewersOf(db, hostId)
    .select(['residents.name_kana as nameKana', 'residents.room'])
    .select('hosts.content_version as contentVersion')
    .$if(residentId !== undefined, (query) => query.where('residents.id', '=', residentId ?? ''))
    .orderBy('residents.id')
    .execute();
