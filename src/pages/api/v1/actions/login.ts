import { anyone } from '#features/session/guards.ts';
import { signIn } from '#features/session/sign-in.ts';
import { LoginInput, TokenPair } from '#features/session/session.ts';
import { endpoint, method } from '#server/endpoint.ts';

export const ALL = endpoint({
  POST: method({
    summary: 'ログインする',
    guard: anyone,
    body: LoginInput,
    output: TokenPair,
    run: ({ body, context }) => signIn(context, body),
  }),
});
