import { z } from 'zod';
import { staffHolder } from '#domains/account/holder.ts';
import { clientOf } from '#domains/account/session/client-of.ts';
import { requirePersonal } from '#domains/account/session/guards.ts';
import { orMissing } from '#lib/errors.ts';
import { asks, defineCall, READS } from '#server/call.ts';
import { CreationOptions, NewPasskeyInput, PasskeySchema } from './passkey.ts';
import { makePasskey, passkeyCreation, readPasskeys, removePasskey } from './manage-passkeys.ts';

/** One's own passkeys (contract.md#passkeys). */
export const passkeyCalls = {
  list: defineCall(asks.nothing(READS), {
    summary: '自分のパスキーの一覧',
    guard: requirePersonal,
    output: z.object({ passkeys: z.array(PasskeySchema) }),
    run: async ({ rt, actor }) => ({ passkeys: await readPasskeys(rt, staffHolder(actor)) }),
  }),
  options: defineCall(asks.confirmation('パスキーを作る', READS), {
    summary: 'パスキーを作るために、ブラウザに渡すもの',
    guard: requirePersonal,
    output: CreationOptions,
    run: async ({ rt, actor }) => orMissing(await passkeyCreation(rt, staffHolder(actor), actor)),
  }),
  make: defineCall(asks.confirmation('パスキーを作る', 'passkey.made'), {
    summary: 'この端末のパスキーを登録する',
    guard: requirePersonal,
    input: NewPasskeyInput,
    output: z.object({ passkey: PasskeySchema }),
    status: 201,
    run: async ({ rt, actor, input, context }) => ({
      passkey: await makePasskey(rt, staffHolder(actor), input, clientOf(context)),
    }),
  }),
  remove: defineCall(asks.confirmation('パスキーを外す', 'passkey.removed'), {
    summary: 'パスキーを外す',
    guard: requirePersonal,
    output: null,
    run: ({ rt, actor, id }) => removePasskey(rt, staffHolder(actor), id),
  }),
};
