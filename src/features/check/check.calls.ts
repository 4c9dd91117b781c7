import { defineCall } from '#server/call.ts';
import { requireMonth } from '#features/letter-desk/admin-letter.service.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { CheckInput, CheckOutput } from './check.ts';
import { changeCheck } from './check.service.ts';

/** What admins may ask of checks (contract.md#letters). */
export const checkCalls = {
  save: defineCall({
    summary: 'お一人のお便りを確認済みにする、または送らないことにする',
    guard: requireAdminStaff,
    input: CheckInput,
    output: CheckOutput,
    run: async ({ rt, actor, ids: [month = '', residentId = ''], input }) => ({
      check: await changeCheck(rt, actor, requireMonth(rt, month), residentId, input),
    }),
  }),
};
