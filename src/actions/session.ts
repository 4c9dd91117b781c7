import { z } from 'zod';
import { anyone } from '#features/session/guards.ts';
import { LoginInput } from '#features/session/session.ts';
import { signIn } from '#features/session/sign-in.ts';
import { signOut } from '#features/session/sign-out.ts';
import { formAction } from './form-action.ts';

export const session = {
  login: formAction({
    input: z.object({ email: LoginInput.shape.email, password: LoginInput.shape.password }),
    guard: anyone,
    async run({ input, context }) {
      await signIn(context, input);
    },
  }),
  logout: formAction({
    input: z.object({}),
    guard: anyone,
    run: ({ context }) => signOut(context),
  }),
};
