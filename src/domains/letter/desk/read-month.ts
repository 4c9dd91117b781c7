import type { Actor } from '#domains/account/session/session.ts';
import { noCheck, readChecks } from '#domains/letter/check/check-letter.ts';
import { noNote, readNotes } from '#domains/letter/note/write-notes.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { sortByName } from '#lib/kana.ts';
import { paths } from '#lib/paths.ts';
import { PREVIEW } from '#lib/picture-recipe.ts';
import type { Runtime } from '#server/runtime.ts';
import { findCoverCandidate, listResidentsOfMonth, listSharedCovers } from './admin-letter-rows.ts';
import type { AdminLetter } from './admin-letter.ts';
import { readAdminLetter, readAdminLetters } from './edit-letters.ts';
import type { MonthLetter } from './month-letters.ts';
import { hasChangedSince, monthResidents } from './month-letters.ts';

/** More would not make the choice easier. */
const MAX_COVERS = 60;

export interface CoverOption {
  id: string;
  src: string;
  width: number;
  height: number;
  caption: string;
  takenOn: string;
}

interface LetterDesk {
  letter: AdminLetter;
  covers: CoverOption[];
  residents: MonthLetter[];
}

/** Newest first, including the current month before its first photo. */
export async function readLetterList(rt: Runtime, actor: Actor): Promise<AdminLetter[]> {
  const current = yearMonthOf(civilDateOf(rt.clock.now()));
  const letters = (await readAdminLetters(rt, actor)).reverse();
  if (letters[0]?.yearMonth === current) return letters;
  return [await readAdminLetter(rt, actor, current), ...letters];
}

export async function readLetterDesk(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
): Promise<LetterDesk> {
  const letter = await readAdminLetter(rt, actor, yearMonth);
  return {
    letter,
    covers: await readCovers(rt, actor, letter),
    residents: await readMonthLetters(rt, actor, yearMonth),
  };
}

async function readCovers(
  rt: Runtime,
  { host }: Actor,
  { yearMonth, coverItemId }: AdminLetter,
): Promise<CoverOption[]> {
  const rows = await listSharedCovers(rt.db, host.id, yearMonth, MAX_COVERS);
  const isListed = coverItemId === null || rows.some(({ id }) => id === coverItemId);
  const chosen = isListed
    ? undefined
    : await findCoverCandidate(rt.db, host.id, yearMonth, coverItemId);
  return [...(chosen ? [chosen] : []), ...rows].map((row) => ({
    id: row.id,
    src: paths.staffPhoto(row.blob_id, PREVIEW),
    width: row.width ?? 1,
    height: row.height ?? 1,
    caption: row.caption,
    takenOn: row.taken_on,
  }));
}

const latestOf = (...times: (string | null)[]): string | null =>
  times.reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a), null);

/** Every resident's letter of a month, in あいうえお order. */
export async function readMonthLetters(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
): Promise<MonthLetter[]> {
  const rows = await listResidentsOfMonth(rt.db, actor.host.id, yearMonth);
  const newest = new Map(rows.map(({ id, newest_item }) => [id, newest_item]));
  const notes = await readNotes(rt, actor, yearMonth);
  const checks = await readChecks(rt, actor, yearMonth);
  const noted = new Set([...notes.values()].flatMap((note) => (note.body ? note.residentId : [])));
  const residents = monthResidents(rows, yearMonth, civilDateOf(rt.clock.now()), noted);
  const letters = residents.map((resident) => {
    const note = notes.get(resident.id) ?? noNote(resident.id);
    const check = checks.get(resident.id) ?? noCheck(resident.id);
    const latest = latestOf(note.updatedAt, newest.get(resident.id) ?? null);
    const hasChanged = hasChangedSince(check, latest);
    return { ...resident, note, check, latest, hasChanged, heldBack: check.whySkipped !== null };
  });
  return sortByName(letters, (letter) => letter);
}
