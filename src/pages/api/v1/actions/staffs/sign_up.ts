import { clientOf } from '#features/session/client.ts';
import { anyone } from '#features/session/guards.ts';
import { keepSignedIn } from '#features/session/sign-in.ts';
import { TokenPair } from '#features/session/session.ts';
import { completeStaffSignUp, requestStaffSignUp } from '#features/staff/sign-up.service.ts';
import { CompleteStaffSignUpInput, StaffSignUpInput } from '#features/staff/staff.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  POST: method({
    summary: '職員の登録を申し込む（招待が必要）',
    guard: anyone,
    body: StaffSignUpInput,
    output: null,
    run: async ({ body, context }) => requestStaffSignUp(await runtime(), body, clientOf(context)),
  }),
  PATCH: method({
    summary: '職員の登録を終える',
    guard: anyone,
    body: CompleteStaffSignUpInput,
    output: TokenPair,
    async run({ body, context }) {
      const signedUp = await completeStaffSignUp(await runtime(), body, clientOf(context));
      return keepSignedIn(context, signedUp.tokens, signedUp.email);
    },
  }),
});
