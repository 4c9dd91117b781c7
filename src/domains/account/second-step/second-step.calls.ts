import { staffHolder } from '#domains/account/holder.ts';
import { clientOf } from '#domains/account/session/client-of.ts';
import { requireAdminStaff, requirePersonal } from '#domains/account/session/guards.ts';
import { asks, defineCall, silent } from '#server/call.ts';
import { beginApp, confirmApp, renewRecoveryCodes } from './enrol.ts';
import { AppSchema, ConfirmAppInput, RecoveryCodesSchema } from './second-step.ts';
import { removeOwnApp } from './own-app.ts';
import { takeBackColleaguesWays } from './switch-off.ts';

/** One's own second step, and a colleague's (contract.md#the-second-step). */
export const secondStepCalls = {
  begin: defineCall(asks.confirmation('認証アプリを登録する', silent('a code completes it')), {
    summary: '二段階の確認に使う認証アプリの鍵を作る',
    guard: requirePersonal,
    output: AppSchema,
    run: ({ rt, actor }) => beginApp(rt, staffHolder(actor), actor.email),
  }),
  confirm: defineCall(asks.confirmation('認証アプリを登録する', 'second_step.made'), {
    summary: '認証アプリの最初の数字で、二段階の確認を始める',
    guard: requirePersonal,
    input: ConfirmAppInput,
    output: RecoveryCodesSchema,
    run: async ({ rt, actor, input, context }) => ({
      recoveryCodes: await confirmApp(rt, ofActor(actor), input.code, clientOf(context)),
    }),
  }),
  renewCodes: defineCall(asks.confirmation('予備のコードを作り直す', 'second_step.codes_renewed'), {
    summary: '予備のコードを作り直す',
    guard: requirePersonal,
    output: RecoveryCodesSchema,
    run: async ({ rt, actor }) => ({
      recoveryCodes: await renewRecoveryCodes(rt, staffHolder(actor)),
    }),
  }),
  remove: defineCall(asks.confirmation('二段階の確認をやめる', 'second_step.removed'), {
    summary: '二段階の確認をやめる',
    guard: requirePersonal,
    output: null,
    run: ({ rt, actor }) => removeOwnApp(rt, actor),
  }),
  takeBack: defineCall(asks.confirmation('二段階の確認を外す', 'second_step.taken_back'), {
    summary: 'スマートフォンと予備のコードをなくした職員の、二段階の確認とパスキーを外す',
    guard: requireAdminStaff,
    output: null,
    run: ({ rt, actor, id }) => takeBackColleaguesWays(rt, actor, id),
  }),
};

const ofActor = (actor: { id: string; email: string; host: { id: string } }) => ({
  holder: staffHolder(actor),
  email: actor.email,
});
