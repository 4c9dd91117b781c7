import type { z } from 'zod';
import type { CallContext } from '#server/call.ts';
import { anyone } from '#server/call.ts';
import type { Runtime } from '#server/runtime.ts';
import { runtime } from '#server/runtime.ts';
import { NO_PLAN } from '#domains/facility/facility-words.ts';
import { continueFacility, setPlan } from '#domains/operator/facilities.ts';
import { beginRemoval } from '#domains/operator/remove-facility.ts';
import { makeSignUpLink } from '#domains/account/sign-up-host.ts';
import { dismissGivenUpMails, retryGivenUpMails } from '#domains/mail/given-up-mails.ts';
import { sendTrialMail } from '#domains/mail/trial-mail.ts';
import { retryGivenUpJobs } from '#domains/operator/jobs.ts';
import {
  forgetOperator,
  keepOperator,
  keepOperatorRemembered,
  operatorClient,
  requireOperator,
  requireOperatorSession,
  FacilityRemovalForm,
  OperatorAccountInput,
  ResetLinkForm,
} from '#domains/operator/operator-cookie.ts';
import {
  FacilityChoiceInput,
  FacilityInviteInput,
  FacilityPlanInput,
  GivenUpInput,
  NothingInput,
  OperatorMailInput,
} from '#domains/operator/operator.ts';
import { makeOperatorAccount, operatorName } from '#domains/operator/sign-in-operator.ts';
import type { ConfirmationInput } from '#domains/account/confirm/confirmation.ts';
import {
  ConfirmationForm,
  confirmationIn,
  requireConfirmation,
} from '#domains/account/confirm/confirmation.ts';
import { requireFresh } from '#domains/account/confirm/fresh.ts';
import { confirmOperator } from '#domains/operator/confirm-operator.ts';
import { LoginInput } from '#domains/account/session/session.ts';
import { rememberDevice } from '#domains/account/session/sign-in.ts';
import { makeResetLink } from '#domains/account/password/reset-password.ts';
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

interface Asked {
  rt: Runtime;
  actor: Operator;
  context: CallContext;
}

const confirmBy = async ({ rt, actor, context }: Asked, given: ConfirmationInput) => {
  context.locals.operator = await confirmOperator(rt, actor, given, operatorClient(context));
};

/** Before what a stolen session must not do: the form itself may carry the confirmation. */
async function requireConfirmed(asked: Asked, sent: z.output<typeof ConfirmationForm>) {
  const given = confirmationIn(sent);
  if (given) await confirmBy(asked, given);
  else requireFresh(asked.actor, asked.rt.clock);
}

/** The guard of the operator's own ways to sign in. */
async function requireFreshOperator(context: CallContext): Promise<Operator> {
  const operator = requireOperatorSession(context);
  requireFresh(operator, (await runtime()).clock);
  return operator;
}

/** Taken on the operator's pages only (posted-form.ts), whose guards have seen that they are open. */
export const operator = {
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
    input: PasskeyForm,
    guard: requireFreshOperator,
    run: ({ rt, actor, input }) => removePasskey(rt, holderOf(actor), input.id),
  }),
  beginApp: formAction({
    input: NothingInput,
    guard: requireFreshOperator,
    run: async ({ rt, actor }) => {
      await beginApp(rt, holderOf(actor), actor.email);
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
    input: NothingInput,
    guard: requireFreshOperator,
    run: async ({ rt, actor }) => ({
      recoveryCodes: await renewRecoveryCodes(rt, holderOf(actor)),
    }),
  }),
  removeApp: formAction({
    input: NothingInput,
    guard: requireFreshOperator,
    // A passkey is enough.
    run: ({ rt, actor }) =>
      removeApp(
        rt,
        holderOf(actor),
        async (tx) => (await readPasskeys(tx, holderOf(actor))).length === 0,
      ),
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
  inviteFacility: formAction({
    input: FacilityInviteInput,
    guard: requireOperator,
    run: ({ rt, input: { email, isMailed } }) => makeSignUpLink(rt, email, { isMailed }),
  }),
  setPlan: formAction({
    input: FacilityPlanInput,
    guard: requireOperator,
    run: ({ rt, input: { id, plan } }) => setPlan(rt, id, plan === NO_PLAN ? null : plan),
  }),
  continueFacility: formAction({
    input: FacilityChoiceInput,
    guard: requireOperator,
    run: async ({ rt, input }) => (await continueFacility(rt, input.id)).name,
  }),
  removeFacility: formAction({
    input: FacilityRemovalForm,
    guard: requireOperator,
    run: async ({ input: { id, name, ...sent }, ...asked }) => {
      await requireConfirmed(asked, sent);
      await beginRemoval(asked.rt, id, name);
    },
  }),
  resetPassword: formAction({
    input: ResetLinkForm,
    guard: requireOperator,
    run: async ({ input: { email, ...sent }, ...asked }) => {
      await requireConfirmed(asked, sent);
      return makeResetLink(asked.rt, email);
    },
  }),
  sendTestMail: formAction({
    input: OperatorMailInput,
    guard: requireOperator,
    run: ({ rt, input }) => sendTrialMail(rt, input.email),
  }),
  retryMails: formAction({
    input: GivenUpInput,
    guard: requireOperator,
    run: ({ rt, input }) => retryGivenUpMails(rt, input.id),
  }),
  dismissMails: formAction({
    input: GivenUpInput,
    guard: requireOperator,
    run: ({ rt, input }) => dismissGivenUpMails(rt, input.id),
  }),
  retryJobs: formAction({
    input: GivenUpInput,
    guard: requireOperator,
    run: ({ rt, input }) => retryGivenUpJobs(rt, input.id),
  }),
};
