import { z } from 'zod';
import { FacilityForm } from '#features/host/facility.ts';
import { hostCalls } from '#features/host/host.calls.ts';
import { CompleteHostSignUpInput, PlanInput } from '#features/host/sign-up.ts';
import { continueUse } from '#features/host/trial.service.ts';
import { requireAdminOfAnyHost } from '#features/session/guards.ts';
import { changedFields } from '#lib/shown.ts';
import { formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

const CompleteForm = z.object({
  ...CompleteHostSignUpInput.shape,
  agreed: z.preprocess((value) => value === 'on', CompleteHostSignUpInput.shape.agreed),
});

export const hosts = {
  signUp: formAction(hostCalls.signUp, { done: rememberMailed }),
  resend: formAction(hostCalls.resend, { done: rememberMailed }),
  complete: formAction(hostCalls.complete, {
    fields: CompleteForm,
    toCall: (input) => ({ input }),
  }),
  change: formAction(hostCalls.changeFacility, {
    fields: FacilityForm,
    toCall: ({ shown, ...fields }) => ({ input: changedFields(fields, shown) }),
  }),
  continueUse: formAction({
    input: z.object(PlanInput.shape),
    guard: requireAdminOfAnyHost,
    run: ({ rt, actor, input }) => continueUse(rt, actor, input.plan),
  }),
  startTrial: formAction(hostCalls.startTrial),
};
