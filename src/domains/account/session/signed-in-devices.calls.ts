import { z } from 'zod';
import { confirmSignIn } from '#domains/account/confirm/confirm.ts';
import { ConfirmationInput } from '#domains/account/confirm/confirmation.ts';
import { RequestOptions } from '#domains/account/passkey/passkey.ts';
import { passkeyRequest } from '#domains/account/passkey/prove-passkey.ts';
import { orMissing } from '#lib/errors.ts';
import { asks, defineCall, isOther, onlyWhen, READS } from '#server/call.ts';
import { clientOf } from './client-of.ts';
import { requireOwn, requireStaff } from './guards.ts';
import { endOneSession, endOtherSessions, listedSessions } from './signed-in-devices.ts';
import { SIGN_IN_WAYS } from './session.ts';

const SessionSchema = z.object({
  id: z.string(),
  browser: z.string(),
  system: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  current: z.boolean(),
  way: z.enum(SIGN_IN_WAYS),
});

const END_ONE = onlyWhen(
  isOther,
  asks.confirmation('その端末からログアウトする', 'session.one_ended'),
);

/** Where one is signed in (contract.md#sensitive-acts). */
export const ownSessionCalls = {
  list: defineCall(asks.nothing(READS), {
    summary: '自分がログイン中の端末の一覧',
    guard: requireStaff,
    output: z.object({ sessions: z.array(SessionSchema) }),
    run: async ({ rt, actor }) => ({ sessions: await listedSessions(rt, actor) }),
  }),
  endOne: defineCall(END_ONE, {
    summary: '端末ひとつからログアウトする',
    guard: requireStaff,
    output: null,
    run: ({ rt, actor, id }) => endOneSession(rt, actor, id),
  }),
  endOthers: defineCall(asks.confirmation('ほかの端末からログアウトする', 'session.others_ended'), {
    summary: 'ほかの端末すべてからログアウトする',
    guard: requireStaff,
    output: null,
    run: ({ rt, actor }) => endOtherSessions(rt, actor),
  }),
  confirmOptions: defineCall(asks.nothing(READS), {
    summary: 'パスキーで確かめるために、ブラウザに渡すもの',
    guard: requireOwn,
    output: RequestOptions,
    run: ({ rt, actor }) => orMissing(passkeyRequest(rt, `confirm ${actor.id}`)),
  }),
  confirm: defineCall(asks.nothing('session.confirmed'), {
    summary: 'ログインしたご本人であることを、もう一度確かめる',
    guard: requireOwn,
    input: ConfirmationInput,
    output: null,
    run: async ({ rt, actor, input, context }) => {
      await confirmSignIn(rt, actor, input, clientOf(context));
    },
  }),
};
