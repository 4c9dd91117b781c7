import { z } from 'zod';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { defineCall } from '#server/call.ts';
import { addFamily, changeFamily, readFamilies, removeFamily } from './manage-families.ts';
import { FamiliesQuery, FamilyChange, FamilyInput, FamilySchema } from './family.ts';

const FamilyOutput = z.object({ family: FamilySchema });

/** What clients may ask of families (contract.md#residents-and-families). */
export const familyCalls = {
  list: defineCall({
    summary: 'ご家族（お届け先）の一覧',
    guard: requireAdminStaff,
    input: FamiliesQuery,
    output: z.object({ families: z.array(FamilySchema) }),
    run: async ({ rt, actor, input }) => ({
      families: await readFamilies(rt, actor, input.residentId),
    }),
  }),
  add: defineCall({
    summary: 'ご家族を加える',
    guard: requireAdminStaff,
    input: FamilyInput,
    output: FamilyOutput,
    status: 201,
    run: async ({ rt, actor, input }) => ({ family: await addFamily(rt, actor, input) }),
  }),
  change: defineCall({
    summary: 'ご家族を変える。リンクを新しくする（前のアドレスが別の方のものだったときも）',
    guard: requireAdminStaff,
    input: FamilyChange,
    output: FamilyOutput,
    run: async ({ rt, actor, id, input }) => ({
      family: await changeFamily(rt, actor, id, input),
    }),
  }),
  remove: defineCall({
    summary: 'ご家族をお届け先から外す',
    guard: requireAdminStaff,
    output: null,
    run: ({ rt, actor, id }) => removeFamily(rt, actor, id),
  }),
};
