import { z } from 'zod';
import { anyone, asks, defineCall, READS } from '#server/call.ts';
import { withMinimumDuration } from '#server/minimum-duration.ts';
import { changeEmail, requestEmailChange } from './change-email.ts';
import {
  checkPasswordToken,
  requestPasswordReset,
  resetPassword,
} from './password/reset-password.ts';
import { clientOf } from './session/client-of.ts';
import { requireStaff } from './session/guards.ts';
import { TokenPair } from './session/session.ts';
import { keepSignedIn } from './session/browser-session.ts';
import {
  completeStaffSignUp,
  readStaffConfirmation,
  requestStaffSignUp,
  resendStaffConfirmation,
} from './sign-up-staff.ts';
import {
  CompleteStaffSignUpInput,
  EmailChangeInput,
  EmailOnlyInput,
  ResetPasswordInput,
  StaffSignUpInput,
  TokenQuery,
} from './staff.ts';

/** Everything that goes by a mailed link: sign-up, password and address (contract.md#staff). */
export const accountCalls = {
  signUp: defineCall(asks.nothing('staff.sign_up_requested'), {
    summary: '職員の登録を申し込む（招待が必要）',
    guard: anyone,
    input: StaffSignUpInput,
    output: null,
    run: ({ rt, input, context }) => requestStaffSignUp(rt, input, clientOf(context)),
  }),
  resend: defineCall(asks.nothing('staff.sign_up_requested'), {
    summary: '職員の確認メールをもう一度送る',
    guard: anyone,
    input: EmailOnlyInput,
    output: null,
    run: ({ rt, input, context }) =>
      withMinimumDuration(resendStaffConfirmation(rt, input, clientOf(context))),
  }),
  readConfirmation: defineCall(asks.nothing(READS), {
    summary: '職員登録のリンクを確かめる',
    guard: anyone,
    input: TokenQuery,
    output: z.object({ email: z.string(), hostName: z.string() }),
    run: ({ rt, input }) => readStaffConfirmation(rt, input.token),
  }),
  complete: defineCall(asks.nothing('staff.signed_up'), {
    summary: '職員の登録を終える',
    guard: anyone,
    input: CompleteStaffSignUpInput,
    output: TokenPair,
    run: async ({ rt, input, context }) =>
      keepSignedIn(rt, context, await completeStaffSignUp(rt, input, clientOf(context))),
  }),
  requestPassword: defineCall(asks.nothing('staff.password_reset_requested'), {
    summary: 'パスワードの再設定を申し込む',
    guard: anyone,
    input: EmailOnlyInput,
    output: null,
    run: ({ rt, input, context }) =>
      withMinimumDuration(requestPasswordReset(rt, input, clientOf(context))),
  }),
  checkPasswordToken: defineCall(asks.nothing(READS), {
    summary: 'パスワード再設定のリンクを確かめる',
    guard: anyone,
    input: TokenQuery,
    output: null,
    run: ({ rt, input }) => checkPasswordToken(rt, input.token),
  }),
  resetPassword: defineCall(asks.nothing('staff.password_reset'), {
    summary: '新しいパスワードにする',
    guard: anyone,
    input: ResetPasswordInput,
    output: null,
    run: ({ rt, input }) => resetPassword(rt, input),
  }),
  requestEmail: defineCall(asks.password('staff.email_change_requested'), {
    summary: 'メールアドレスの変更を申し込む',
    guard: requireStaff,
    input: EmailChangeInput,
    output: null,
    run: ({ rt, actor, input, context }) => requestEmailChange(rt, actor, input, clientOf(context)),
  }),
  confirmEmail: defineCall(asks.nothing('staff.email_changed'), {
    summary: 'メールアドレスの変更を確定する',
    guard: anyone,
    input: TokenQuery,
    inputFrom: 'query',
    output: z.object({ email: z.string() }),
    run: ({ rt, input, context }) => changeEmail(rt, context, input.token),
  }),
};
