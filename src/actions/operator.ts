import { NO_PLAN } from '#features/host/facility-words.ts';
import { continueFacility, setPlan } from '#features/host/operator.service.ts';
import { beginRemoval } from '#features/host/removal.service.ts';
import { makeSignUpLink } from '#features/host/sign-up.service.ts';
import { dismissGivenUpMails, retryGivenUpMails } from '#features/mail/operator-mails.service.ts';
import { sendTrialMail } from '#features/mail/trial-mail.service.ts';
import { retryGivenUpJobs } from '#features/operation/jobs.service.ts';
import {
  forgetOperator,
  keepOperator,
  requireOperator,
} from '#features/operator/operator-cookie.server.ts';
import {
  FacilityRemovalInput,
  OperatorAccountInput,
  ResetLinkInput,
} from '#features/operator/operator-input.server.ts';
import {
  FacilityChoiceInput,
  FacilityInviteInput,
  FacilityPlanInput,
  GivenUpInput,
  NothingInput,
  OperatorMailInput,
} from '#features/operator/operator.ts';
import {
  makeOperatorAccount,
  operatorName,
  requireOperatorPassword,
  signInOperator,
  signOutOperator,
} from '#features/operator/operator.service.ts';
import { clientOf } from '#features/session/client.server.ts';
import { anyone } from '#features/session/guards.ts';
import { LoginInput } from '#features/session/session.ts';
import { rememberDevice } from '#features/session/sign-in.server.ts';
import { makeResetLink } from '#features/staff/password.service.ts';
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
