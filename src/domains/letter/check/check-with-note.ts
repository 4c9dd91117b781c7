import type { Actor } from '#domains/account/session/session.ts';
import type { NoteInput } from '#domains/letter/note/note.ts';
import { saveNoteIn } from '#domains/letter/note/write-notes.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { changeCheckIn } from './check-letter.ts';
import type { Check, CheckChange } from './check.ts';

/**
 * 確認して次へ: saves the note that was written beside a letter, and checks the letter
 * (domain.md#skipped-letters).
 * @throws AppError 404; 409 for a stale note, when nothing is checked; 422 as a note
 */
export const checkWithNote = (
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  residentId: string,
  { note, ...change }: CheckChange & { note?: NoteInput | undefined },
): Promise<Check> =>
  inTransaction(rt, async (tx) => {
    if (note) await saveNoteIn(tx, actor, yearMonth, residentId, note);
    return changeCheckIn(tx, actor, yearMonth, residentId, change);
  });
