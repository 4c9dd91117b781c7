import { z } from 'zod';
import { requireSignedIn } from '#features/session/guards.ts';
import { UserSchema } from '#features/session/session.ts';
import { endpoint, method } from '#server/endpoint.ts';

export const ALL = endpoint({
  GET: method({
    summary: 'ログイン中の人',
    guard: requireSignedIn,
    output: z.object({ user: UserSchema }),
    run: ({ actor }) => ({ user: UserSchema.parse(actor) }),
  }),
});
