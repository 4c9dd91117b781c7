import { z } from 'zod';
import { anyone } from '#features/session/guards.ts';
import { signIn } from '#features/session/sign-in.ts';
import { LoginInput } from '#features/session/session.ts';
import { endpoint, method } from '#server/endpoint.ts';

export const ALL = endpoint({
  POST: method({
    summary: 'ログインする（アクセストークンだけを返す）',
    guard: anyone,
    body: LoginInput,
    output: z.object({ token: z.string() }),
    run: async ({ body, context }) => ({ token: (await signIn(context, body)).access_token }),
  }),
});
