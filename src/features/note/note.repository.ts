import type { LetterNoteRow } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';

export interface NoteKey {
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

export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number];

export const findNote = (db: Db, { host_id, resident_id, year_month }: NoteKey) =>
  withWriter(db)
    .where('letter_notes.host_id', '=', host_id)
    .where('letter_notes.resident_id', '=', resident_id)
    .where('letter_notes.year_month', '=', year_month)
    .executeTakeFirst();

/** Of a month, emptied ones as well. */
export const listNotes = (db: Db, hostId: string, yearMonth: YearMonth) =>
  withWriter(db)
    .where('letter_notes.host_id', '=', hostId)
    .where('letter_notes.year_month', '=', yearMonth)
    .execute();

/** @returns false if there is one already */
export async function insertNote(db: Db, row: LetterNoteRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('letter_notes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns whether the row still had that version */
export async function updateNote(
  db: Db,
  { host_id, resident_id, year_month }: NoteKey,
  version: number,
  change: Pick<LetterNoteRow, 'body' | 'updated_by' | 'updated_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('letter_notes')
    .set({ ...change, version: version + 1 })
    .where('host_id', '=', host_id)
    .where('resident_id', '=', resident_id)
    .where('year_month', '=', year_month)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
