import { z } from 'zod';
import { anyone } from '#features/session/guards.ts';
import { clientOf } from '#features/session/client.ts';
import { setTokenCookies } from '#features/session/session-cookies.ts';
import { login } from '#features/session/session.service.ts';
import { LoginInput } from '#features/session/session.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  POST: method({
    guard: anyone,
    body: LoginInput,
    output: z.object({ token: z.string() }),
    async run({ body, context }) {
      const rt = await runtime();
      const tokens = await login(rt, body, clientOf(context));
      setTokenCookies(context.cookies, tokens, rt.clock.now());
      return { token: tokens.access_token };
    },
  }),
});
