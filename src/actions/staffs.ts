import { z } from 'zod';
import { clientOf } from '#features/session/client.ts';
import { anyone } from '#features/session/guards.ts';
import { keepSignedIn } from '#features/session/sign-in.ts';
import { changeEmail } from '#features/staff/change-email.ts';
import { requestPasswordReset, resetPassword } from '#features/staff/password.service.ts';
import {
  completeStaffSignUp,
  requestStaffSignUp,
  resendStaffConfirmation,
} from '#features/staff/sign-up.service.ts';
import {
  CompleteStaffSignUpInput,
  EmailOnlyInput,
  ResetPasswordInput,
  StaffSignUpInput,
  TokenQuery,
} from '#features/staff/staff.ts';
import { withMinimumDuration } from '#server/minimum-duration.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

const EmailForm = z.object(EmailOnlyInput.shape);

export const staffs = {
  signUp: formAction({
    input: z.object(StaffSignUpInput.shape),
    guard: anyone,
    async run({ input, context }) {
      await requestStaffSignUp(await runtime(), input, clientOf(context));
      rememberMailed(context, input.email);
    },
  }),
  resend: formAction({
    input: EmailForm,
    guard: anyone,
    async run({ input, context }) {
      await withMinimumDuration(resendStaffConfirmation(await runtime(), input, clientOf(context)));
      rememberMailed(context, input.email);
    },
  }),
  complete: formAction({
    input: z.object(CompleteStaffSignUpInput.shape),
    guard: anyone,
    async run({ input, context }) {
      const { tokens, email } = await completeStaffSignUp(
        await runtime(),
        input,
        clientOf(context),
      );
      await keepSignedIn(context, tokens, email);
    },
  }),
  requestPassword: formAction({
    input: EmailForm,
    guard: anyone,
    async run({ input, context }) {
      await withMinimumDuration(requestPasswordReset(await runtime(), input, clientOf(context)));
      rememberMailed(context, input.email);
    },
  }),
  resetPassword: formAction({
    input: z.object(ResetPasswordInput.shape),
    guard: anyone,
    async run({ input }) {
      await resetPassword(await runtime(), input);
    },
  }),
  confirmEmail: formAction({
    input: z.object(TokenQuery.shape),
    guard: anyone,
    run: async ({ input, context }) => changeEmail(context, input.token),
  }),
};
