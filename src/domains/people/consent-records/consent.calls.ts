import { z } from 'zod';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { asks, defineCall, READS } from '#server/call.ts';
import { addConsent, readConsents } from './answer-consent.ts';
import { ConsentInput, ConsentSchema, ConsentsSchema } from './consent-record.ts';

/** What clients may ask of answers about photos (contract.md#residents-and-families). */
export const consentCalls = {
  list: defineCall(asks.nothing(READS), {
    summary: '写真についてのお返事（新しい順）',
    guard: requireAdminStaff,
    output: ConsentsSchema,
    run: ({ rt, actor, id }) => readConsents(rt, actor, id),
  }),
  add: defineCall(asks.nothing('resident.consent_changed', 'resident.consent_kept'), {
    summary: '写真についてのお返事を記録する',
    guard: requireAdminStaff,
    input: ConsentInput,
    output: z.object({ consent: ConsentSchema }),
    status: 201,
    run: async ({ rt, actor, id, input }) => ({ consent: await addConsent(rt, actor, id, input) }),
  }),
};
