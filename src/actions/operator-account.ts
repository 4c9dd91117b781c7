import { z } from 'zod';
import type { CallContext } from '#server/call.ts';
import { anyone } from '#server/call.ts';
import type { Runtime } from '#server/runtime.ts';
import { runtime } from '#server/runtime.ts';
import {
  forgetOperator,
  keepOperator,
  keepOperatorRemembered,
  operatorClient,
  requireOperator,
  requireOperatorSession,
  OperatorAccountInput,
} from '#domains/operator/operator-cookie.ts';
import { NothingInput } from '#domains/operator/operator.ts';
import { makeOperatorAccount, operatorName } from '#domains/operator/sign-in-operator.ts';
import type { ConfirmationInput } from '#domains/account/confirm/confirmation.ts';
import {
  ConfirmationForm,
  confirmationFields,
  confirmationIn,
  requireConfirmation,
} from '#domains/account/confirm/confirmation.ts';
import { requireFresh } from '#domains/account/confirm/fresh.ts';
import { confirmOperator } from '#domains/operator/confirm-operator.ts';
import { LoginInput } from '#domains/account/session/session.ts';
import { rememberDevice } from '#domains/account/session/sign-in.ts';
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
import { makePasskey, readPasskeys, removePasskey } from '#domains/account/passkey/passkeys.ts';
import {
  beginApp,
  confirmApp,
  removeApp,
  renewRecoveryCodes,
} from '#domains/account/second-step/enrol.ts';
import { forgetBrowser } from '#domains/account/second-step/remembered.ts';
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

interface AskedByOperator {
  rt: Runtime;
  actor: Operator;
  context: CallContext;
}

const confirmBy = async ({ rt, actor, context }: AskedByOperator, given: ConfirmationInput) => {
  context.locals.operator = await confirmOperator(rt, actor, given, operatorClient(context));
};

/** Before what a stolen session must not do: the form itself may carry the confirmation. */
export async function requireConfirmed(
  asked: AskedByOperator,
  sent: z.output<typeof ConfirmationForm>,
): Promise<void> {
  const given = confirmationIn(sent);
  if (given) await confirmBy(asked, given);
  else requireFresh(asked.actor, asked.rt.clock);
}

/** The guard of the operator's own ways to sign in, where the form carries no confirmation. */
async function requireFreshOperator(context: CallContext): Promise<Operator> {
  const operator = requireOperatorSession(context);
  requireFresh(operator, (await runtime()).clock);
  return operator;
}

/** The operator's own account: signing in and out, the ways to, and the password. */
export const operatorAccount = {
  makeAccount: formAction({
    input: OperatorAccountInput,
    guard: anyone,
    run: async ({ rt, input, context }) => {
      keepOperator(context, await makeOperatorAccount(rt, input, operatorClient(context)));
      rememberDevice(rt, context, operatorName(input.email));
    },
  }),
  signIn: formAction({
    input: LoginInput,
    guard: anyone,
    run: async ({ rt, input, context }) => {
      const result = await signInOperator(rt, input, operatorClient(context));
      if ('asked' in result) {
        if (result.isKnown) rememberDevice(rt, context, operatorName(input.email));
        return result.asked;
      }
      keepOperator(context, result.token);
      rememberDevice(rt, context, operatorName(input.email));
      return null;
    },
  }),
  secondStep: formAction({
    input: SecondStepFields,
    guard: anyone,
    run: async ({ rt, input, context }) => {
      const client = operatorClient(context);
      const signedIn = await signInOperatorBySecondStep(rt, toSecondStep(input), client);
      keepOperator(context, signedIn.token);
      rememberDevice(rt, context, signedIn.email);
      if (signedIn.remembered !== null) keepOperatorRemembered(context, signedIn.remembered);
    },
  }),
  loginByPasskey: formAction({
    input: PasskeyLoginForm,
    guard: anyone,
    run: async ({ rt, input, context }) => {
      const signedIn = await signInOperatorByPasskey(rt, input, operatorClient(context));
      keepOperator(context, signedIn.token);
      rememberDevice(rt, context, signedIn.email);
    },
  }),
  confirm: formAction({
    input: ConfirmationForm,
    guard: requireOperatorSession,
    run: ({ input, ...asked }) => confirmBy(asked, requireConfirmation(input)),
  }),
  makePasskey: formAction({
    input: NewPasskeyForm,
    guard: requireFreshOperator,
    run: async ({ rt, actor, input, context }) => {
      await makePasskey(rt, holderOf(actor), input, operatorClient(context));
    },
  }),
  removePasskey: formAction({
    input: z.object({ ...PasskeyForm.shape, ...confirmationFields }),
    guard: requireOperatorSession,
    run: async ({ input: { id, ...sent }, ...asked }) => {
      await requireConfirmed(asked, sent);
      await removePasskey(asked.rt, holderOf(asked.actor), id);
    },
  }),
  beginApp: formAction({
    input: ConfirmationForm,
    guard: requireOperatorSession,
    run: async ({ input, ...asked }) => {
      await requireConfirmed(asked, input);
      await beginApp(asked.rt, holderOf(asked.actor), asked.actor.email);
    },
  }),
  confirmApp: formAction({
    input: ConfirmAppForm,
    guard: requireFreshOperator,
    run: async ({ rt, actor, input, context }) => ({
      recoveryCodes: await confirmApp(rt, codeOf(actor), input.code, operatorClient(context)),
    }),
  }),
  renewCodes: formAction({
    input: ConfirmationForm,
    guard: requireOperatorSession,
    run: async ({ input, ...asked }) => {
      await requireConfirmed(asked, input);
      return { recoveryCodes: await renewRecoveryCodes(asked.rt, holderOf(asked.actor)) };
    },
  }),
  removeApp: formAction({
    input: ConfirmationForm,
    guard: requireOperatorSession,
    run: async ({ input, ...asked }) => {
      await requireConfirmed(asked, input);
      const holder = holderOf(asked.actor);
      // A passkey is enough.
      const mustStay = async (tx: Parameters<typeof readPasskeys>[0]): Promise<boolean> =>
        (await readPasskeys(tx, holder)).length === 0;
      await removeApp(asked.rt, holder, mustStay);
    },
  }),
  forgetBrowser: formAction({
    input: PasskeyForm,
    guard: requireOperatorSession,
    run: ({ rt, actor, input }) => forgetBrowser(rt, holderOf(actor), input.id),
  }),
  endSession: formAction({
    input: IdForm,
    guard: requireOperator,
    run: ({ rt, actor, input }) => endOperatorSession(rt, actor, input.id),
  }),
  endOtherSessions: formAction({
    input: NothingInput,
    guard: requireOperator,
    run: ({ rt, actor }) => endOtherOperatorSessions(rt, actor),
  }),
  changePassword: formAction({
    input: ChangePasswordInput,
    guard: requireOperator,
    run: ({ rt, actor, input, context }) =>
      changeOperatorPassword(rt, actor, input, operatorClient(context)),
  }),
  signOut: formAction({
    input: NothingInput,
    guard: requireOperatorSession,
    run: async ({ rt, actor, context }) => {
      await signOutOperator(rt, actor);
      forgetOperator(context);
    },
  }),
};
