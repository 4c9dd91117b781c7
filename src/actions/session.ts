import { z } from 'zod';
import { clientOf } from '#features/session/client.ts';
import { anyone } from '#features/session/guards.ts';
import { setTokenCookies } from '#features/session/session-cookies.ts';
import { login } from '#features/session/session.service.ts';
import { LoginInput } from '#features/session/session.ts';
import { signOut } from '#features/session/sign-out.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';

export const session = {
  login: formAction({
    input: z.object({ email: LoginInput.shape.email, password: LoginInput.shape.password }),
    guard: anyone,
    async run({ input, context }) {
      const rt = await runtime();
      setTokenCookies(context.cookies, await login(rt, input, clientOf(context)), rt.clock.now());
    },
  }),
  logout: formAction({
    input: z.object({}),
    guard: anyone,
    run: ({ context }) => signOut(context),
  }),
};
