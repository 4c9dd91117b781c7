import { z } from 'zod';
import { AskAgainForm, AskedForm, FacilityForm } from '#domains/facility/facility.ts';
import { EndingForm } from '#domains/facility/ending/ending.ts';
import { setEnding, takeBackEnding } from '#domains/facility/ending/set-ending.ts';
import { ToldForm, tickTold } from '#domains/delivery/ending/tell-by-hand.ts';
import { hostCalls } from '#domains/account/host.calls.ts';
import { CompleteHostSignUpInput, PlanInput } from '#domains/account/host-sign-up.ts';
import { closeFirstSteps } from '#domains/dashboard/close-first-steps.ts';
import { continueUse } from '#domains/account/trial.ts';
import { requireAdminOfAnyHost, requireAdminStaff } from '#domains/account/session/guards.ts';
import { changedFields } from '#lib/shown.ts';
import { asks } from '#server/call.ts';
import { asInput, formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

const CompleteForm = z.object({
  ...CompleteHostSignUpInput.shape,
  agreed: z.preprocess((value) => value === 'on', CompleteHostSignUpInput.shape.agreed),
});

export const hosts = {
  signUp: formAction(hostCalls.signUp, { done: rememberMailed }),
  resend: formAction(hostCalls.resend, { done: rememberMailed }),
  complete: formAction(hostCalls.complete, asInput(CompleteForm)),
  change: formAction(hostCalls.changeFacility, {
    fields: FacilityForm,
    toCall: ({ shown, ...fields }) => ({ input: changedFields(fields, shown) }),
  }),
  askSecondStep: formAction(hostCalls.changeFacility, asInput(AskedForm)),
  askConsentAgain: formAction(hostCalls.changeFacility, asInput(AskAgainForm)),
  closeFirstSteps: formAction(asks.nothing('host.changed'), {
    guard: requireAdminStaff,
    run: ({ rt, actor }) => closeFirstSteps(rt, actor),
  }),
  continueUse: formAction(asks.nothing('host.continued'), {
    input: z.object(PlanInput.shape),
    guard: requireAdminOfAnyHost,
    run: ({ rt, actor, input }) => continueUse(rt, actor, input.plan),
  }),
  startTrial: formAction(hostCalls.startTrial),
  setEnding: formAction(asks.confirmation('最後の日を決める', 'host.ending_set'), {
    input: EndingForm,
    guard: requireAdminOfAnyHost,
    run: ({ rt, actor, input }) => setEnding(rt, actor, { ...input, hostId: actor.host.id }),
  }),
  tellOfEnding: formAction(asks.nothing('family.told_of_ending', 'family.telling_taken_back'), {
    input: ToldForm,
    guard: requireAdminOfAnyHost,
    run: ({ rt, actor, input }) => tickTold(rt, actor, input),
  }),
  takeBackEnding: formAction(asks.nothing('host.ending_taken_back'), {
    guard: requireAdminOfAnyHost,
    run: ({ rt, actor }) => takeBackEnding(rt, actor, { hostId: actor.host.id }),
  }),
};
