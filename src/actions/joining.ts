import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { chosenBy, listForm } from '#domains/people/consent-records/consent-form.ts';
import { ANOTHER, RefuseForm } from '#domains/people/joining/application.ts';
import { joiningCalls } from '#domains/people/joining/joining.calls.ts';
import { addSheets } from '#domains/people/joining/resident-sheets.ts';
import { acceptSeveral } from '#domains/people/joining/take-in-families.ts';
import { FamilyIdInput } from '#domains/people/family.ts';
import { asks } from '#server/call.ts';
import { byId, formAction } from './form-action.ts';

export const joining = {
  makeSheets: formAction(asks.nothing('sheet.made_for_all'), {
    guard: requireAdminStaff,
    run: ({ rt, actor }) => addSheets(rt, actor),
  }),
  renewSheet: formAction(joiningCalls.makeSheet, byId(FamilyIdInput)),
  takeIn: formAction(
    asks.confirmation('お届け先に加える', 'application.taken_in', 'family.added'),
    {
      input: listForm(['accept', 'another', 'same']),
      guard: requireAdminStaff,
      run: async ({ rt, actor, input }) => {
        const { act, id } = input.press;
        if (act === 'accept' || id === undefined) {
          return acceptSeveral(rt, actor, chosenBy(input));
        }
        const [one = '', same = ''] = id.split('.');
        const is = act === 'same' ? same : ANOTHER;
        return { ...(await acceptSeveral(rt, actor, [one], is)), isSame: act === 'same' };
      },
    },
  ),
  refuse: formAction(joiningCalls.refuse, {
    fields: RefuseForm,
    toCall: ({ id, reason }) => ({ id, input: { reason } }),
  }),
};
