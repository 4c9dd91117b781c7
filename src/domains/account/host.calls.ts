import { z } from 'zod';
import { changeFacility, readFacility } from '#domains/facility/change-facility.ts';
import { ChangeFacilityInput, FacilitySchema } from '#domains/facility/facility.ts';
import { HostSchema } from '#domains/facility/host.ts';
import { anyone, asks, defineCall, names, onlyWhen, READS } from '#server/call.ts';
import { withMinimumDuration } from '#server/minimum-duration.ts';
import { CompleteHostSignUpInput, PlanInput } from './host-sign-up.ts';
import { clientOf } from './session/client-of.ts';
import { requireAdminOfAnyHost, requireAdminStaff } from './session/guards.ts';
import { TokenPair } from './session/session.ts';
import { keepSignedIn } from './session/browser-session.ts';
import {
  completeHostSignUp,
  readHostConfirmation,
  requestHostSignUp,
  resendHostConfirmation,
} from './sign-up-host.ts';
import { EmailOnlyInput, TokenQuery } from './staff.ts';
import { startTrial } from './trial.ts';

const FacilityOutput = z.object({ facility: FacilitySchema });

const CHANGE = onlyWhen(
  names('asksSecondStep'),
  asks.confirmation('必須かどうかを保存する', 'host.changed', 'host.second_step_asked'),
);

/** What clients may ask of facilities and their sign-up (contract.md#facilities). */
export const hostCalls = {
  signUp: defineCall(asks.nothing('host.sign_up_requested'), {
    summary: '施設の登録を申し込む',
    guard: anyone,
    input: EmailOnlyInput,
    output: null,
    run: ({ rt, input, context }) => requestHostSignUp(rt, input, clientOf(context)),
  }),
  resend: defineCall(asks.nothing('host.sign_up_requested'), {
    summary: '施設の確認メールをもう一度送る',
    guard: anyone,
    input: EmailOnlyInput,
    output: null,
    run: ({ rt, input, context }) =>
      withMinimumDuration(resendHostConfirmation(rt, input, clientOf(context))),
  }),
  readConfirmation: defineCall(asks.nothing(READS), {
    summary: '施設登録のリンクを確かめる',
    guard: anyone,
    input: TokenQuery,
    output: z.object({ email: z.string() }),
    run: ({ rt, input }) => readHostConfirmation(rt, input.token),
  }),
  complete: defineCall(asks.nothing('host.signed_up'), {
    summary: '施設の登録を終える',
    guard: anyone,
    input: CompleteHostSignUpInput,
    output: TokenPair,
    run: async ({ rt, input, context }) =>
      keepSignedIn(rt, context, await completeHostSignUp(rt, input, clientOf(context))),
  }),
  startTrial: defineCall(asks.nothing('host.trial_started'), {
    summary: 'プランを選び、お試しを始める',
    guard: requireAdminOfAnyHost,
    input: PlanInput,
    output: z.object({ host: HostSchema }),
    run: async ({ rt, actor, input, context }) => ({
      host: await startTrial(rt, actor, input.plan, clientOf(context)),
    }),
  }),
  readFacility: defineCall(asks.nothing(READS), {
    summary: '施設の登録内容とご利用状況',
    guard: requireAdminStaff,
    output: FacilityOutput,
    run: async ({ rt, actor }) => ({ facility: await readFacility(rt, actor) }),
  }),
  changeFacility: defineCall(CHANGE, {
    summary: '施設のお名前・住所・電話番号を変える',
    guard: requireAdminStaff,
    input: ChangeFacilityInput,
    output: FacilityOutput,
    run: async ({ rt, actor, input }) => ({ facility: await changeFacility(rt, actor, input) }),
  }),
};
