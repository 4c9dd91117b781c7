import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { checkCalls } from '#domains/letter/check/check.calls.ts';
import {
  CheckFormInput,
  CheckTogetherInput,
  OfOneFormInput,
  SkipFormInput,
} from '#domains/letter/check/check.ts';
import { checkTogether } from '#domains/letter/desk/check-together.ts';
import { noteCalls } from '#domains/letter/note/note.calls.ts';
import { NoteFormInput } from '#domains/letter/note/note.ts';
import { formAction } from './form-action.ts';

interface OfOne {
  yearMonth: number;
  residentId: string;
}
const idsOf = ({ yearMonth, residentId }: OfOne) => [String(yearMonth), residentId];

/** What the forms of one resident's letter do. */
export const notes = {
  save: formAction(noteCalls.save, {
    fields: NoteFormInput,
    toCall: ({ body, version, ...of }) => ({ ids: idsOf(of), input: { body, version } }),
  }),
  check: formAction(checkCalls.save, {
    fields: CheckFormInput,
    toCall: ({ body, version, ...of }) => ({
      ids: idsOf(of),
      input: { checked: true, note: { body, version } },
    }),
  }),
  uncheck: formAction(checkCalls.save, {
    fields: OfOneFormInput,
    toCall: (of) => ({ ids: idsOf(of), input: { checked: false } }),
  }),
  checkTogether: formAction({
    input: CheckTogetherInput,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input: { yearMonth, ...together } }) => ({
      count: await checkTogether(rt, actor, yearMonth, together),
    }),
  }),
  skip: formAction(checkCalls.save, {
    fields: SkipFormInput,
    toCall: ({ reason, ...of }) => ({ ids: idsOf(of), input: { withheld: reason } }),
  }),
  sendAfterAll: formAction(checkCalls.save, {
    fields: OfOneFormInput,
    toCall: (of) => ({ ids: idsOf(of), input: { withheld: null } }),
  }),
};
