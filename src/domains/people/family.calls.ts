import { z } from 'zod';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { asks, defineCall, READS } from '#server/call.ts';
import { addFamily, changeFamily, readFamilies, removeFamily } from './manage-families.ts';
import { FamiliesQuery, FamilyChange, FamilyInput, FamilySchema } from './family.ts';

const FamilyOutput = z.object({ family: FamilySchema });

/** What clients may ask of families (contract.md#residents-and-families). */
export const familyCalls = {
  list: defineCall(asks.confirmation('お届け先の一覧を見る', READS), {
    summary: 'ご家族（お届け先）の一覧',
    guard: requireAdminStaff,
    input: FamiliesQuery,
    output: z.object({ families: z.array(FamilySchema) }),
    run: async ({ rt, actor, input }) => ({
      families: await readFamilies(rt, actor, input.residentId),
    }),
  }),
  add: defineCall(asks.confirmation('お届け先に加える', 'family.added'), {
    summary: 'ご家族を加える',
    guard: requireAdminStaff,
    input: FamilyInput,
    output: FamilyOutput,
    status: 201,
    run: async ({ rt, actor, input }) => ({ family: await addFamily(rt, actor, input) }),
  }),
  change: defineCall(asks.nothing('family.changed', 'family.link_renewed'), {
    summary: 'ご家族を変える。リンクを新しくする（前のアドレスが別の方のものだったときも）',
    guard: requireAdminStaff,
    input: FamilyChange,
    output: FamilyOutput,
    run: async ({ rt, actor, id, input }) => ({
      family: await changeFamily(rt, actor, id, input),
    }),
  }),
  remove: defineCall(asks.nothing('family.deleted'), {
    summary: 'ご家族をお届け先から外す',
    guard: requireAdminStaff,
    output: null,
    run: ({ rt, actor, id }) => removeFamily(rt, actor, id),
  }),
};
