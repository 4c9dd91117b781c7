import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { sortByName } from '#lib/kana.ts';
import type { Runtime } from '#server/runtime.ts';
import { noCheck, readChecks } from '#features/check/check.service.ts';
import { noNote, readNotes } from '#features/note/note.service.ts';
import type { Actor } from '#features/session/session.ts';
import { listResidentsOfMonth } from './admin-letter.repository.ts';
import type { MonthLetter } from './month-letters.ts';
import { hasChangedSince } from './month-letters.ts';
import { monthResidents } from './month-residents.ts';

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
    const hasChanged = hasChangedSince(check, note, newest.get(resident.id) ?? null);
    return { ...resident, note, check, hasChanged, heldBack: check.withheld !== null };
  });
  return sortByName(letters, (letter) => letter);
}
