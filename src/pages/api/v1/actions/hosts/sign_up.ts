import { clientOf } from '#features/session/client.ts';
import { anyone } from '#features/session/guards.ts';
import { keepSignedIn } from '#features/session/sign-in.ts';
import { TokenPair } from '#features/session/session.ts';
import { completeHostSignUp, requestHostSignUp } from '#features/host/sign-up.service.ts';
import { CompleteHostSignUpInput } from '#features/host/sign-up.ts';
import { EmailOnlyInput } from '#features/staff/staff.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  POST: method({
    summary: '施設の登録を申し込む',
    guard: anyone,
    body: EmailOnlyInput,
    output: null,
    run: async ({ body, context }) => requestHostSignUp(await runtime(), body, clientOf(context)),
  }),
  PATCH: method({
    summary: '施設の登録を終える',
    guard: anyone,
    body: CompleteHostSignUpInput,
    output: TokenPair,
    async run({ body, context }) {
      const signedUp = await completeHostSignUp(await runtime(), body, clientOf(context));
      return keepSignedIn(context, signedUp.tokens, signedUp.email);
    },
  }),
});
