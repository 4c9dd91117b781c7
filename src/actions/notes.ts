import { checkCalls } from '#domains/letter/check/check.calls.ts';
import {
  CheckFormInput,
  SkipFormInput,
  SendAfterAllFormInput,
} from '#domains/letter/check/check.ts';
import { noteCalls } from '#domains/letter/note/note.calls.ts';
import { NoteFormInput } from '#domains/letter/note/note.ts';
import { formAction } from './form-action.ts';

/** What the forms of one resident's letter do. */
export const notes = {
  save: formAction(noteCalls.save, {
    fields: NoteFormInput,
    toCall: ({ yearMonth, residentId, ...input }) => ({
      ids: [String(yearMonth), residentId],
      input,
    }),
  }),
  check: formAction(checkCalls.save, {
    fields: CheckFormInput,
    toCall: ({ yearMonth, residentId, checked }) => ({
      ids: [String(yearMonth), residentId],
      input: { checked: checked === 'yes' },
    }),
  }),
  skip: formAction(checkCalls.save, {
    fields: SkipFormInput,
    toCall: ({ yearMonth, residentId, reason }) => ({
      ids: [String(yearMonth), residentId],
      input: { withheld: reason },
    }),
  }),
  sendAfterAll: formAction(checkCalls.save, {
    fields: SendAfterAllFormInput,
    toCall: ({ yearMonth, residentId }) => ({
      ids: [String(yearMonth), residentId],
      input: { withheld: null },
    }),
  }),
};
