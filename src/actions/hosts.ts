import { z } from 'zod';
import { changeFacility } from '#features/host/facility.service.ts';
import { FacilityForm } from '#features/host/facility.ts';
import { startTrial } from '#features/host/host.service.ts';
import {
  completeHostSignUp,
  requestHostSignUp,
  resendHostConfirmation,
} from '#features/host/sign-up.service.ts';
import { CompleteHostSignUpInput, PlanInput } from '#features/host/sign-up.ts';
import { continueUse } from '#features/host/trial.service.ts';
import { clientOf } from '#features/session/client.ts';
import { anyone, requireAdminOfAnyHost, requireAdminStaff } from '#features/session/guards.ts';
import { keepSignedIn } from '#features/session/sign-in.ts';
import { EmailOnlyInput } from '#features/staff/staff.ts';
import { withMinimumDuration } from '#server/minimum-duration.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

const EmailForm = z.object(EmailOnlyInput.shape);
/** A ticked checkbox arrives as `on`, an unticked one not at all. */
const CompleteForm = z.object({
  ...CompleteHostSignUpInput.shape,
  agreed: z.preprocess((value) => value === 'on', CompleteHostSignUpInput.shape.agreed),
});

export const hosts = {
  signUp: formAction({
    input: EmailForm,
    guard: anyone,
    async run({ input, context }) {
      await requestHostSignUp(await runtime(), input, clientOf(context));
      rememberMailed(context, input.email);
    },
  }),
  resend: formAction({
    input: EmailForm,
    guard: anyone,
    async run({ input, context }) {
      await withMinimumDuration(resendHostConfirmation(await runtime(), input, clientOf(context)));
      rememberMailed(context, input.email);
    },
  }),
  complete: formAction({
    input: CompleteForm,
    guard: anyone,
    async run({ input, context }) {
      const { tokens, email } = await completeHostSignUp(await runtime(), input, clientOf(context));
      await keepSignedIn(context, tokens, email);
    },
  }),
  change: formAction({
    input: FacilityForm,
    guard: requireAdminStaff,
    async run({ input, actor }) {
      await changeFacility(await runtime(), actor, input);
    },
  }),
  continueUse: formAction({
    input: z.object(PlanInput.shape),
    guard: requireAdminOfAnyHost,
    run: async ({ input, actor }) => continueUse(await runtime(), actor, input.plan),
  }),
  startTrial: formAction({
    input: z.object(PlanInput.shape),
    guard: requireAdminOfAnyHost,
    async run({ input, actor }) {
      await startTrial(await runtime(), actor, input.plan);
    },
  }),
};
