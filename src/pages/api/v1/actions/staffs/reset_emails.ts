import { z } from 'zod';
import { clientOf } from '#features/session/client.ts';
import { anyone, requireStaff } from '#features/session/guards.ts';
import { changeEmail } from '#features/staff/change-email.ts';
import { requestEmailChange } from '#features/staff/email.service.ts';
import { EmailChangeInput, TokenQuery } from '#features/staff/staff.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  POST: method({
    summary: 'メールアドレスの変更を申し込む',
    guard: requireStaff,
    body: EmailChangeInput,
    output: null,
    run: async ({ actor, body, context }) =>
      requestEmailChange(await runtime(), actor, body, clientOf(context)),
  }),
  PATCH: method({
    summary: 'メールアドレスの変更を確定する',
    guard: anyone,
    query: TokenQuery,
    output: z.object({ email: z.string() }),
    run: async ({ query, context }) => changeEmail(context, query.token),
  }),
});
