import { z } from 'zod';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { FamilySchema } from '#domains/people/family.ts';
import { asks, defineCall, READS } from '#server/call.ts';
import { AcceptInput, ApplicationSchema, RefusalInput } from './application.ts';
import { renewSheet } from './resident-sheets.ts';
import { readApplications } from './read-applications.ts';
import { acceptApplication, refuseApplication } from './take-in-families.ts';

/** What clients may ask of families that come in (contract.md#families-that-come-in). */
export const joiningCalls = {
  makeSheet: defineCall(asks.nothing('sheet.made'), {
    summary: 'ご家族へのご案内の紙の番号を作る（前の番号は使えなくなる）',
    guard: requireAdminStaff,
    output: z.object({ code: z.string(), url: z.string(), expiresAt: z.string() }),
    status: 201,
    run: ({ rt, actor, id }) => renewSheet(rt, actor, id),
  }),
  list: defineCall(asks.nothing(READS), {
    summary: 'ご家族からのお申し込み（古い順）',
    guard: requireAdminStaff,
    output: z.object({ applications: z.array(ApplicationSchema) }),
    run: async ({ rt, actor }) => ({ applications: await readApplications(rt, actor) }),
  }),
  accept: defineCall(
    asks.confirmation('お届け先に加える', 'application.taken_in', 'family.added'),
    {
      summary: 'お申し込みを受け、ご家族に加える',
      guard: requireAdminStaff,
      input: AcceptInput,
      inputFrom: 'either',
      output: z.object({ family: FamilySchema }),
      status: 201,
      run: async ({ rt, actor, id, input }) => ({
        family: await acceptApplication(rt, actor, id, input.sameAs),
      }),
    },
  ),
  refuse: defineCall(asks.nothing('application.refused'), {
    summary: 'お申し込みをお断りする',
    guard: requireAdminStaff,
    input: RefusalInput,
    output: null,
    run: ({ rt, actor, id, input }) => refuseApplication(rt, actor, id, input.reason),
  }),
};
