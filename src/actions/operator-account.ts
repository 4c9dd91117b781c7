import { anyone, asks, isOther, onlyWhen, silent } from '#server/call.ts';
import {
  forgetOperator,
  keepOperator,
  requireOperator,
  requireOperatorSession,
  OperatorAccountInput,
} from '#domains/operator/operator-cookie.ts';
import { makeOperatorAccount, operatorName } from '#domains/operator/operator-account.ts';
import { clientOf } from '#domains/account/session/client-of.ts';
import { LoginInput } from '#domains/account/session/session.ts';
import { rememberDevice } from '#domains/account/session/browser-session.ts';
import { changeOperatorPassword } from '#domains/operator/change-password.ts';
import {
  signInOperator,
  signInOperatorByPasskey,
  signInOperatorBySecondStep,
} from '#domains/operator/login-operator.ts';
import {
  endOperatorSession,
  endOtherOperatorSessions,
  signOutOperator,
} from '#domains/operator/operator-sessions.ts';
import type { Operator } from '#domains/operator/operator.ts';
import { NewPasskeyForm, PasskeyForm, PasskeyLoginForm } from '#domains/account/passkey/passkey.ts';
import {
  makePasskey,
  readPasskeys,
  removePasskey,
} from '#domains/account/passkey/manage-passkeys.ts';
import {
  beginApp,
  confirmApp,
  removeApp,
  renewRecoveryCodes,
} from '#domains/account/second-step/enrol.ts';
import {
  ConfirmAppForm,
  SecondStepFields,
  toSecondStep,
} from '#domains/account/second-step/second-step.ts';
import { ChangePasswordInput, IdForm } from '#domains/account/staff.ts';
import { formAction } from './form-action.ts';

const holderOf = ({ id }: Operator) => ({ operatorId: id });
const codeOf = (operator: Operator) => ({
  holder: holderOf(operator),
  email: operatorName(operator.email),
});

const END_SESSION = onlyWhen(
  isOther,
  asks.confirmation('その端末からログアウトする', 'operator.session_ended'),
);

/** The operator's own account: signing in and out, the ways to, and the password. */
export const operatorAccount = {
  makeAccount: formAction(asks.nothing('operator.account_made'), {
    input: OperatorAccountInput,
    guard: anyone,
    run: async ({ rt, input, context }) => {
      keepOperator(context, await makeOperatorAccount(rt, input, clientOf(context)));
      rememberDevice(rt, context, operatorName(input.email));
    },
  }),
  signIn: formAction(asks.nothing('operator.signed_in'), {
    input: LoginInput,
    guard: anyone,
    run: async ({ rt, input, context }) => {
      const result = await signInOperator(rt, input, clientOf(context));
      if ('asked' in result) {
        if (result.isKnown) rememberDevice(rt, context, operatorName(input.email), true);
        return result.asked;
      }
      keepOperator(context, result.token);
      rememberDevice(rt, context, operatorName(input.email));
      return null;
    },
  }),
  secondStep: formAction(asks.nothing('operator.signed_in'), {
    input: SecondStepFields,
    guard: anyone,
    run: async ({ rt, input, context }) => {
      const step = { ...toSecondStep(input), remember: false };
      const signedIn = await signInOperatorBySecondStep(rt, step, clientOf(context));
      keepOperator(context, signedIn.token);
      rememberDevice(rt, context, signedIn.email);
    },
  }),
  loginByPasskey: formAction(asks.nothing('operator.signed_in'), {
    input: PasskeyLoginForm,
    guard: anyone,
    run: async ({ rt, input, context }) => {
      const signedIn = await signInOperatorByPasskey(rt, input, clientOf(context));
      keepOperator(context, signedIn.token);
      rememberDevice(rt, context, signedIn.email);
    },
  }),
  makePasskey: formAction(asks.confirmation('パスキーを作る', 'passkey.made'), {
    input: NewPasskeyForm,
    guard: requireOperatorSession,
    run: async ({ rt, actor, input, context }) => {
      await makePasskey(rt, holderOf(actor), input, clientOf(context));
    },
  }),
  removePasskey: formAction(asks.confirmation('パスキーを外す', 'passkey.removed'), {
    input: PasskeyForm,
    guard: requireOperatorSession,
    run: ({ rt, actor, input }) => removePasskey(rt, holderOf(actor), input.id),
  }),
  beginApp: formAction(asks.confirmation('認証アプリを登録する', silent('a code completes it')), {
    guard: requireOperatorSession,
    run: async ({ rt, actor }) => {
      await beginApp(rt, holderOf(actor), actor.email);
    },
  }),
  confirmApp: formAction(asks.confirmation('認証アプリを登録する', 'second_step.made'), {
    input: ConfirmAppForm,
    guard: requireOperatorSession,
    run: async ({ rt, actor, input, context }) => ({
      recoveryCodes: await confirmApp(rt, codeOf(actor), input.code, clientOf(context)),
    }),
  }),
  renewCodes: formAction(asks.confirmation('予備のコードを作り直す', 'second_step.codes_renewed'), {
    guard: requireOperatorSession,
    run: async ({ rt, actor }) => ({
      recoveryCodes: await renewRecoveryCodes(rt, holderOf(actor)),
    }),
  }),
  removeApp: formAction(asks.confirmation('二段階の確認をやめる', 'second_step.removed'), {
    guard: requireOperatorSession,
    run: async ({ rt, actor }) => {
      const holder = holderOf(actor);
      // A passkey is enough.
      const mustStay = async (tx: Parameters<typeof readPasskeys>[0]): Promise<boolean> =>
        (await readPasskeys(tx, holder)).length === 0;
      await removeApp(rt, holder, mustStay);
    },
  }),
  endSession: formAction(END_SESSION, {
    input: IdForm,
    guard: requireOperator,
    run: ({ rt, actor, input }) => endOperatorSession(rt, actor, input.id),
  }),
  endOtherSessions: formAction(
    asks.confirmation('ほかの端末からログアウトする', 'operator.session_ended'),
    {
      guard: requireOperator,
      run: ({ rt, actor }) => endOtherOperatorSessions(rt, actor),
    },
  ),
  changePassword: formAction(asks.password('operator.password_changed'), {
    input: ChangePasswordInput,
    guard: requireOperator,
    run: ({ rt, actor, input, context }) =>
      changeOperatorPassword(rt, actor, input, clientOf(context)),
  }),
  signOut: formAction(asks.nothing('operator.signed_out'), {
    guard: requireOperatorSession,
    run: async ({ rt, actor, context }) => {
      await signOutOperator(rt, actor);
      forgetOperator(context);
    },
  }),
};
