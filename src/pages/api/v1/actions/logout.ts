import { signOut } from '#features/session/sign-out.ts';
import { anyone } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';

export const ALL = endpoint({
  POST: method({
    summary: 'ログアウトする',
    guard: anyone,
    output: null,
    run: ({ context }) => signOut(context),
  }),
});
