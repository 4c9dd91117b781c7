import { clientOf } from '#features/session/client.ts';
import { anyone } from '#features/session/guards.ts';
import {
  checkPasswordToken,
  requestPasswordReset,
  resetPassword,
} from '#features/staff/password.service.ts';
import { EmailOnlyInput, ResetPasswordInput, TokenQuery } from '#features/staff/staff.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { withMinimumDuration } from '#server/minimum-duration.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: 'パスワード再設定のリンクを確かめる',
    guard: anyone,
    query: TokenQuery,
    output: null,
    run: async ({ query }) => checkPasswordToken(await runtime(), query.token),
  }),
  POST: method({
    summary: 'パスワードの再設定を申し込む',
    guard: anyone,
    body: EmailOnlyInput,
    output: null,
    run: async ({ body, context }) =>
      withMinimumDuration(requestPasswordReset(await runtime(), body, clientOf(context))),
  }),
  PATCH: method({
    summary: '新しいパスワードにする',
    guard: anyone,
    body: ResetPasswordInput,
    output: null,
    run: async ({ body }) => resetPassword(await runtime(), body),
  }),
});
