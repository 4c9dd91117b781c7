import { setImmediate } from 'node:timers/promises';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct, noteEvent } from '#domains/audit/record-event.ts';
import type { LetterViewer } from '#domains/letter/link.ts';
import { listMonths } from '#domains/letter/read-letters.ts';
import { readLists } from '#domains/people/roster/export-roster.ts';
import { toViewer } from '#domains/people/stay.ts';
import { sortByName } from '#lib/kana.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Keepsake, KeptLetter } from './archive.ts';
import {
  CONSENTS_LIST,
  FAMILIES_LIST,
  INDEX,
  RESIDENTS_LIST,
  STYLE,
  residentFolder,
} from './archive-names.ts';
import type { KeptResident } from './index-html.ts';
import { facilityHtml } from './index-html.ts';
import type { Kept } from './kept-letters.ts';
import { PhotoPlaces, letterEntries, readKeepsake } from './kept-letters.ts';
import { listKeptResidents } from './make-archive.ts';
import type { Entry } from './send-archive.ts';
import { textEntry } from './send-archive.ts';
import { archiveStyle } from './style-sheet.ts';

type KeptRow = Awaited<ReturnType<typeof listKeptResidents>>[number];

/** Letters as families may read them: staff give them away, too (domain.md#archives). */
const toReader = (row: KeptRow) => ({ ...toViewer(row), earlyLook: false }) satisfies LetterViewer;

/** One resident whose letters staff take; null in another facility. */
export async function findKeptResident(
  rt: Runtime,
  hostId: string,
  residentId: string,
): Promise<ReturnType<typeof toReader> | null> {
  const [row] = await listKeptResidents(rt.db, hostId, residentId);
  return row ? toReader(row) : null;
}

interface WithLetters {
  id: string;
  name: string;
  room: string;
}

/** Everyone whose letters staff may take one by one, by name. */
export async function listWithLetters(rt: Runtime, hostId: string): Promise<WithLetters[]> {
  const people: WithLetters[] = [];
  for (const row of await listByName(rt, hostId)) {
    const { residentId: id, residentName: name, room } = row;
    // Everybody else is answered between two of them.
    await setImmediate();
    if ((await listMonths(rt, toReader(row))).length > 0) people.push({ id, name, room });
  }
  return people;
}

const listByName = async ({ db }: Runtime, hostId: string): Promise<KeptRow[]> =>
  sortByName(await listKeptResidents(db, hostId), ({ residentName, nameKana }) => ({
    name: residentName,
    nameKana,
  }));

/** How many months of letters staff may take. */
export async function countKeptMonths(
  rt: Runtime,
  hostId: string,
  residentId: string,
): Promise<number> {
  const viewer = await findKeptResident(rt, hostId, residentId);
  return viewer ? (await listMonths(rt, viewer)).length : 0;
}

export interface FacilityCounts {
  residents: number;
  letters: number;
  photos: number;
  missing: number;
}

export const noCounts = (): FacilityCounts => ({ residents: 0, letters: 0, photos: 0, missing: 0 });

/**
 * The files of a facility's archive: letters of all residents, lists as CSV. Read resident by
 * resident while it is written, so that memory does not grow with the photos.
 * @param counts is kept up to date
 */
export async function* facilityEntries(
  rt: Runtime,
  hostId: string,
  counts: FacilityCounts,
): AsyncGenerator<Entry> {
  const keepsake = await readKeepsake(rt, hostId);
  const places = new PhotoPlaces(true);
  const people: KeptResident[] = [];
  for (const row of await listByName(rt, hostId)) {
    const folder = residentFolder(people.length + 1);
    const letters = yield* residentEntries(rt, row, folder, places, keepsake, counts);
    people.push(toPerson(row, letters, folder));
    counts.residents++;
    counts.letters += letters.length;
    counts.missing = places.missing;
  }
  const { madeOn } = keepsake;
  const lists = await readLists(rt, hostId);
  yield textEntry(RESIDENTS_LIST, madeOn, lists.residents);
  yield textEntry(FAMILIES_LIST, madeOn, lists.families);
  yield textEntry(CONSENTS_LIST, madeOn, lists.consents);
  const first = facilityHtml({ residents: people, missing: counts.missing }, keepsake);
  yield textEntry(INDEX, madeOn, first);
  yield textEntry(STYLE, madeOn, await archiveStyle());
}

async function* residentEntries(
  rt: Runtime,
  row: KeptRow,
  folder: string,
  places: PhotoPlaces,
  keepsake: Keepsake,
  counts: FacilityCounts,
): AsyncGenerator<Entry, KeptLetter[]> {
  const viewer = toReader(row);
  const months = await listMonths(rt, viewer);
  const first = { year: null, isOneOfMany: true };
  const kept: Kept = { viewer, months, answers: new Map(), folder, first };
  const entries = letterEntries(rt, kept, places, keepsake);
  for (;;) {
    const { done, value } = await entries.next();
    if (done) return value;
    if (value.isPhoto) counts.photos++;
    yield value;
  }
}

const toPerson = (
  { residentName, room }: KeptRow,
  letters: readonly KeptLetter[],
  folder: string,
): KeptResident => ({
  name: residentName,
  room,
  folder: letters.length > 0 ? folder : null,
  first: letters[0]?.yearMonth ?? null,
  last: letters.at(-1)?.yearMonth ?? null,
  letters: letters.length,
});

/** Records an admin's download (P30). */
export const noteResidentArchive = (rt: Runtime, actor: Actor, residentId: string) =>
  noteAct(rt, actor, { action: 'export.letters', target: residentId, residentId });

export const noteFacilityArchive = (rt: Runtime, actor: Actor) =>
  noteAct(rt, actor, { action: 'export.facility' });

/** Records what the operator wrote to a file. */
export const noteFacilityExport = (rt: Runtime, hostId: string) =>
  noteEvent(rt, { action: 'operator.facility_exported', hostId });
