import { z } from 'zod';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { chosenBy, listForm } from '#domains/people/consent-records/consent-form.ts';
import { RefuseForm } from '#domains/people/joining/application.ts';
import { joiningCalls } from '#domains/people/joining/joining.calls.ts';
import { addSheets } from '#domains/people/joining/resident-sheets.ts';
import { acceptSeveral } from '#domains/people/joining/take-in-families.ts';
import { FamilyIdInput } from '#domains/people/family.ts';
import { formAction } from './form-action.ts';

export const joining = {
  makeSheets: formAction({
    input: z.object({}),
    guard: requireAdminStaff,
    run: ({ rt, actor }) => addSheets(rt, actor),
  }),
  renewSheet: formAction(joiningCalls.makeSheet, {
    fields: FamilyIdInput,
    toCall: ({ id }) => ({ id }),
  }),
  takeIn: formAction({
    input: listForm(['accept']),
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => acceptSeveral(rt, actor, chosenBy(input)),
  }),
  refuse: formAction(joiningCalls.refuse, {
    fields: RefuseForm,
    toCall: ({ id, reason }) => ({ id, input: { reason } }),
  }),
};
