import { z } from 'zod';
import { clientOf } from '#features/session/client.ts';
import { anyone } from '#features/session/guards.ts';
import { readHostConfirmation, resendHostConfirmation } from '#features/host/sign-up.service.ts';
import { EmailOnlyInput, TokenQuery } from '#features/staff/staff.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { withMinimumDuration } from '#server/minimum-duration.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  POST: method({
    summary: '施設の確認メールをもう一度送る',
    guard: anyone,
    body: EmailOnlyInput,
    output: null,
    run: async ({ body, context }) =>
      withMinimumDuration(resendHostConfirmation(await runtime(), body, clientOf(context))),
  }),
  GET: method({
    summary: '施設登録のリンクを確かめる',
    guard: anyone,
    query: TokenQuery,
    output: z.object({ email: z.string() }),
    run: async ({ query }) => readHostConfirmation(await runtime(), query.token),
  }),
});
