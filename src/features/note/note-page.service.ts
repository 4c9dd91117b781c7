import { MONTH_TAB } from '#features/item/item-filter.ts';
import type { ItemFilter } from '#features/item/item-filter.ts';
import { readWhyHeldBack } from '#features/check/check.service.ts';
import { mayHaveNote } from '#features/letter/visibility.ts';
import { readResidentStay } from '#features/resident/resident.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { Runtime } from '#server/runtime.ts';
import type { NoteStart } from './note-start.ts';
import { readNote } from './note.service.ts';

/** For the photo page of a resident; null where no letter can hold a note. */
export async function readNoteStart(
  rt: Runtime,
  actor: Actor,
  residentId: string | null,
  { tab, yearMonth }: ItemFilter,
): Promise<NoteStart | null> {
  if (residentId === null || tab !== MONTH_TAB) return null;
  const stay = await readResidentStay(rt.db, actor, residentId);
  if (!stay || !mayHaveNote(stay, yearMonth)) return null;
  const note = await readNote(rt, actor, yearMonth, residentId);
  const withheld = await readWhyHeldBack(rt, actor, yearMonth, residentId);
  return { yearMonth, note, withheld, unsaved: null };
}
