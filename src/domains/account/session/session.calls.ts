import { z } from 'zod';
import { AskedSchema, SecondStepInput } from '#domains/account/second-step/second-step.ts';
import { Accepted, anyone, asks, defineCall, READS, silent } from '#server/call.ts';
import { PasskeyLoginInput, RequestOptions } from '#domains/account/passkey/passkey.ts';
import { passkeyRequest } from '#domains/account/passkey/prove-passkey.ts';
import { orMissing } from '#lib/errors.ts';
import { readTokenCookie, setTokenCookies, withoutBearer } from './session-cookies.ts';
import { requireSignedIn } from './guards.ts';
import { LoginInput, REFRESH_COOKIE, RefreshInput, TokenPair, UserSchema } from './session.ts';
import { refresh } from './session-lifecycle.ts';
import { signIn, signInByPasskey, signInBySecondStep, signOut } from './browser-session.ts';

/** Signing in and out (contract.md#authentication). */
export const sessionCalls = {
  login: defineCall(asks.nothing('session.started'), {
    summary: 'ログインする',
    guard: anyone,
    input: LoginInput,
    output: TokenPair,
    accepted: AskedSchema,
    run: ({ rt, input, context }) => signIn(rt, context, input),
  }),
  /** For clients that keep no refresh token (contract.md#authentication). */
  loginForToken: defineCall(asks.nothing('session.started'), {
    summary: 'ログインする（アクセストークンだけを返す）',
    guard: anyone,
    input: LoginInput,
    output: z.object({ token: z.string() }),
    accepted: AskedSchema,
    async run({ rt, input, context }) {
      const result = await signIn(rt, context, input);
      return result instanceof Accepted ? result : { token: result.access_token };
    },
  }),
  secondStep: defineCall(asks.nothing('session.started'), {
    summary: 'パスワードのあとの、二段階の確認',
    guard: anyone,
    input: SecondStepInput,
    output: TokenPair,
    run: ({ rt, input, context }) => signInBySecondStep(rt, context, input),
  }),
  passkeyOptions: defineCall(asks.nothing(READS), {
    summary: 'パスキーでログインするために、ブラウザに渡すもの',
    guard: anyone,
    output: RequestOptions,
    run: ({ rt }) => orMissing(passkeyRequest(rt)),
  }),
  loginByPasskey: defineCall(asks.nothing('session.started'), {
    summary: 'パスキーでログインする',
    guard: anyone,
    input: PasskeyLoginInput,
    output: TokenPair,
    run: ({ rt, input, context }) => signInByPasskey(rt, context, input),
  }),
  refresh: defineCall(asks.nothing(silent('a session only goes on')), {
    summary: 'トークンを新しくする',
    guard: anyone,
    input: RefreshInput,
    output: TokenPair,
    async run({ rt, input, context }) {
      // Clients keep it with its prefix (domain.md#signing-in), and some send it so.
      const given = input.refreshToken ?? readTokenCookie(context.cookies, REFRESH_COOKIE) ?? '';
      const tokens = await refresh(rt, withoutBearer(given) ?? given);
      setTokenCookies(context, tokens, rt.clock.now());
      return tokens;
    },
  }),
  logout: defineCall(asks.nothing('session.ended'), {
    summary: 'ログアウトする',
    guard: anyone,
    output: null,
    run: ({ rt, context }) => signOut(rt, context),
  }),
  user: defineCall(asks.nothing(READS), {
    summary: 'ログイン中の人',
    guard: requireSignedIn,
    output: z.object({ user: UserSchema }),
    run: ({ actor }) => ({ user: UserSchema.parse(actor) }),
  }),
};
