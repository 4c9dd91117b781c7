import { anyone } from '#server/call.ts';
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
  requireOperator,
  FacilityRemovalInput,
  OperatorAccountInput,
  ResetLinkInput,
} from '#domains/operator/operator-cookie.ts';
import {
  FacilityChoiceInput,
  FacilityInviteInput,
  FacilityPlanInput,
  GivenUpInput,
  NothingInput,
  OperatorMailInput,
} from '#domains/operator/operator.ts';
import {
  makeOperatorAccount,
  operatorName,
  requireOperatorPassword,
  signInOperator,
  signOutOperator,
} from '#domains/operator/sign-in-operator.ts';
import { clientOf } from '#domains/account/session/client.ts';
import { LoginInput } from '#domains/account/session/session.ts';
import { rememberDevice } from '#domains/account/session/sign-in.ts';
import { makeResetLink } from '#domains/account/password/reset-password.ts';
import { formAction } from './form-action.ts';

/** Taken on the operator's pages only (posted-form.ts), whose guards have seen that they are open. */
export const operator = {
  makeAccount: formAction({
    input: OperatorAccountInput,
    guard: anyone,
    run: async ({ rt, input, context }) => {
      keepOperator(context, await makeOperatorAccount(rt, input));
    },
  }),
  signIn: formAction({
    input: LoginInput,
    guard: anyone,
    run: async ({ rt, input, context }) => {
      keepOperator(context, await signInOperator(rt, input, clientOf(context)));
      rememberDevice(rt, context, operatorName(input.email));
    },
  }),
  signOut: formAction({
    input: NothingInput,
    guard: requireOperator,
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
    input: FacilityRemovalInput,
    guard: requireOperator,
    run: async ({ rt, actor, input: { id, name, currentPassword }, context }) => {
      await requireOperatorPassword(rt, actor, currentPassword, clientOf(context));
      await beginRemoval(rt, id, name);
    },
  }),
  resetPassword: formAction({
    input: ResetLinkInput,
    guard: requireOperator,
    run: async ({ rt, actor, input: { email, currentPassword }, context }) => {
      await requireOperatorPassword(rt, actor, currentPassword, clientOf(context));
      return makeResetLink(rt, email);
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
