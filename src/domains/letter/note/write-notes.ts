import type { LetterNoteRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { requireLetterMonth } from '#domains/item/first-month.ts';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { MONTH_TAB } from '#domains/item/item-filter.ts';
import { readWhySkipped } from '#domains/letter/check/check-letter.ts';
import { readResidentStay } from '#domains/people/read-residents.ts';
import { mayHaveNote } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { conflict, invalid, notFound, orMissing } from '#lib/errors.ts';
import { formatYearMonth } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { NoteStart } from './note-start.ts';
import type { Note, NoteInput } from './note.ts';
import { STALE_NOTE } from './note.ts';

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
export const saveNote = (
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  residentId: string,
  input: NoteInput,
): Promise<Note> => inTransaction(rt, (tx) => saveNoteIn(tx, actor, yearMonth, residentId, input));

/** As part of a larger step. @throws as `saveNote` */
export async function saveNoteIn(
  tx: Tx,
  actor: Actor,
  yearMonth: YearMonth,
  residentId: string,
  input: NoteInput,
): Promise<Note> {
  const key = keyOf(actor, yearMonth, residentId);
  await requireMonthOf(tx, actor, yearMonth, residentId);
  const before = await findNote(tx.db, key);
  if ((before?.version ?? 0) !== input.version) throw conflict(STALE_NOTE);
  // Saving an unchanged text does not make someone else its writer.
  if ((before?.body ?? '') !== input.body) {
    if (!(await write(tx, actor, key, input))) throw conflict(STALE_NOTE);
    await noteAct(tx, actor, { action: 'note.saved', residentId, detail: yearMonth });
  }
  return toNote(residentId, await findNote(tx.db, key));
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
  const stay = orMissing(await readResidentStay(rt.db, actor, residentId));
  await requireLetterMonth(rt, actor, yearMonth);
  if (mayHaveNote(stay, yearMonth)) return;
  const text = `${sama(stay.name)}の${formatYearMonth(yearMonth)}号には、ご様子を載せられません。ご入居の状況を確かめてください。`;
  throw invalid(text, { yearMonth: [text] });
}

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
  const whySkipped = await readWhySkipped(rt, actor, yearMonth, residentId);
  return { yearMonth, note, whySkipped, unsaved: null };
}

interface NoteKey {
  host_id: string;
  resident_id: string;
  year_month: YearMonth;
}

const withWriter = (db: Db) =>
  db
    .selectFrom('letter_notes')
    .leftJoin('staffs', 'staffs.id', 'letter_notes.updated_by')
    .select(['letter_notes.resident_id', 'letter_notes.body', 'letter_notes.version'])
    .select(['letter_notes.updated_at', 'staffs.name as writer_name']);

type NoteRow = Awaited<ReturnType<typeof listNotes>>[number];

const findNote = (db: Db, { host_id, resident_id, year_month }: NoteKey) =>
  withWriter(db)
    .where('letter_notes.host_id', '=', host_id)
    .where('letter_notes.resident_id', '=', resident_id)
    .where('letter_notes.year_month', '=', year_month)
    .executeTakeFirst();

/** Of a month, emptied ones as well. */
const listNotes = (db: Db, hostId: string, yearMonth: YearMonth) =>
  withWriter(db)
    .where((eb) => eb.and({ 'letter_notes.host_id': hostId, 'letter_notes.year_month': yearMonth }))
    .execute();

/** @returns false if there is one already */
async function insertNote(db: Db, row: LetterNoteRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('letter_notes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns whether the row still had that version */
async function updateNote(
  db: Db,
  { host_id, resident_id, year_month }: NoteKey,
  version: number,
  change: Pick<LetterNoteRow, 'body' | 'updated_by' | 'updated_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('letter_notes')
    .set({ ...change, version: version + 1 })
    .where((eb) => eb.and({ host_id, resident_id, year_month, version }))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
