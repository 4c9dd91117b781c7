import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { requireMonth } from '#domains/letter/desk/edit-letters.ts';
import { asks, defineCall } from '#server/call.ts';
import { CheckInput, CheckOutput, toCheckChange, toCheckOutput } from './check.ts';
import { checkWithNote } from './check-with-note.ts';

const CHECK = asks.nothing(
  'letter.checked',
  'letter.unchecked',
  'letter.held_back',
  'letter.sent_after_all',
);

/** What admins may ask of checks (contract.md#letters). */
export const checkCalls = {
  save: defineCall(CHECK, {
    summary: 'お一人のお便りを確認済みにする、または送らないことにする',
    guard: requireAdminStaff,
    input: CheckInput,
    output: CheckOutput,
    async run({ rt, actor, ids: [month = '', residentId = ''], input }) {
      const change = { ...toCheckChange(input), note: input.note };
      const check = await checkWithNote(rt, actor, requireMonth(rt, month), residentId, change);
      return { check: toCheckOutput(check) };
    },
  }),
};
