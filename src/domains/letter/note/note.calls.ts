import { requireStaff } from '#domains/account/session/guards.ts';
import { readWhySkipped } from '#domains/letter/check/check-letter.ts';
import { requireMonth } from '#domains/letter/desk/edit-letters.ts';
import { asks, defineCall, READS } from '#server/call.ts';
import { NoteInput, NoteOutput, NoteReadOutput } from './note.ts';
import { readNote, saveNote } from './write-notes.ts';

/** What staff may ask of notes (contract.md#letters). */
export const noteCalls = {
  read: defineCall(asks.nothing(READS), {
    summary: 'ある月の、お一人のご様子',
    guard: requireStaff,
    output: NoteReadOutput,
    run: async ({ rt, actor, ids: [month = '', residentId = ''] }) => {
      const yearMonth = requireMonth(rt, month);
      const note = await readNote(rt, actor, yearMonth, residentId);
      return { note, withheld: await readWhySkipped(rt, actor, yearMonth, residentId) };
    },
  }),
  save: defineCall(asks.nothing('note.saved'), {
    summary: 'ある月の、お一人のご様子を、読んだ版の上に保存する（空なら削除する）',
    guard: requireStaff,
    input: NoteInput,
    output: NoteOutput,
    run: async ({ rt, actor, ids: [month = '', residentId = ''], input }) => ({
      note: await saveNote(rt, actor, requireMonth(rt, month), residentId, input),
    }),
  }),
};
