import type { YearMonth } from '#lib/calendar.ts';
import { conflict, invalid, notFound } from '#lib/errors.ts';
import { formatYearMonth } from '#lib/format-ja.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { Tx } from '#server/transaction.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import { requireLetterMonth } from '#features/letter-desk/first-month.service.ts';
import { mayHaveNote } from '#features/letter/visibility.ts';
import { readResidentStay } from '#features/resident/resident.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { Note, NoteInput } from './note.ts';
import { STALE_NOTE } from './note.ts';
import type { NoteKey, NoteRow } from './note.repository.ts';
import { findNote, insertNote, listNotes, updateNote } from './note.repository.ts';

const keyOf = ({ host }: Actor, yearMonth: YearMonth, residentId: string): NoteKey => ({
  host_id: host.id,
  resident_id: residentId,
  year_month: yearMonth,
});

const toNote = (residentId: string, row: NoteRow | undefined): Note => ({
  residentId,
  body: row?.body ?? '',
  version: row?.version ?? 0,
  updatedBy: row?.writer_name ?? null,
  updatedAt: row?.updated_at ?? null,
});

export const noNote = (residentId: string): Note => toNote(residentId, undefined);

/** The note of a resident and month (domain.md#notes). @throws AppError 404 unknown resident */
export async function readNote(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  residentId: string,
): Promise<Note> {
  if (!(await readResidentStay(rt.db, actor, residentId))) throw notFound();
  return toNote(residentId, await findNote(rt.db, keyOf(actor, yearMonth, residentId)));
}

/** A month's notes by resident. */
export async function readNotes(
  rt: Runtime,
  { host }: Actor,
  yearMonth: YearMonth,
): Promise<Map<string, Note>> {
  const rows = await listNotes(rt.db, host.id, yearMonth);
  return new Map(rows.map((row) => [row.resident_id, toNote(row.resident_id, row)]));
}

/**
 * Saves over the version that was read; an empty text takes the note away.
 * @throws AppError 404 unknown resident; 409 for a stale version; 422 for a month without a letter
 */
export async function saveNote(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  residentId: string,
  input: NoteInput,
): Promise<Note> {
  const key = keyOf(actor, yearMonth, residentId);
  await inTransaction(rt, async (tx) => {
    await requireMonthOf(tx, actor, yearMonth, residentId);
    const before = await findNote(tx.db, key);
    if ((before?.version ?? 0) !== input.version) throw conflict(STALE_NOTE);
    // Saving an unchanged text does not make someone else its writer.
    if ((before?.body ?? '') === input.body) return;
    if (!(await write(tx, actor, key, input))) throw conflict(STALE_NOTE);
    await noteAct(tx, actor, { action: 'note.saved', residentId, detail: String(yearMonth) });
  });
  return toNote(residentId, await findNote(rt.db, key));
}

function write(tx: Tx, { id }: Actor, key: NoteKey, { body, version }: NoteInput) {
  const change = { body, updated_by: id, updated_at: tx.clock.now().toISOString() };
  return version === 0
    ? insertNote(tx.db, { ...key, ...change, version: 1 })
    : updateNote(tx.db, key, version, change);
}

async function requireMonthOf(
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  residentId: string,
): Promise<void> {
  const stay = await readResidentStay(rt.db, actor, residentId);
  if (!stay) throw notFound();
  await requireLetterMonth(rt, actor, yearMonth);
  if (mayHaveNote(stay, yearMonth)) return;
  const text = `${stay.name}様の${formatYearMonth(yearMonth)}号には、ご様子を載せられません。ご入居の状況を確かめてください。`;
  throw invalid(text, { yearMonth: [text] });
}
