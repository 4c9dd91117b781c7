import { setEnding, takeBackEnding } from '#domains/facility/ending/set-ending.ts';
import { NO_PLAN } from '#domains/facility/facility-words.ts';
import { confirmFacility, continueFacility, setPlan } from '#domains/operator/facilities.ts';
import { beginRemoval } from '#domains/operator/remove-facility.ts';
import { makeSignUpLink } from '#domains/account/sign-up-host.ts';
import { dismissGivenUpMails, retryGivenUpMails } from '#domains/mail/given-up-mails.ts';
import { sendStoppedAgain } from '#domains/delivery/returned/stopped-letters.ts';
import { makeTestCode } from '#domains/line/join-codes.ts';
import { hasComeBack, sendBounceTest } from '#domains/operator/mail-check/bounce-test.ts';
import { checkMail } from '#domains/operator/mail-check/check-mail.ts';
import { sendTrialMail } from '#domains/mail/trial-mail.ts';
import { retryGivenUpJobs } from '#domains/operator/given-up-jobs.ts';
import { requireOperator } from '#domains/operator/operator-cookie.ts';
import {
  BounceTestInput,
  FacilityChoiceInput,
  FacilityEndingForm,
  FacilityInviteInput,
  FacilityPlanInput,
  FacilityRemovalForm,
  GivenUpInput,
  OperatorMailInput,
} from '#domains/operator/operator.ts';
import { makeResetLink } from '#domains/account/password/reset-password.ts';
import { READS, asks, silent } from '#server/call.ts';
import { formAction } from './form-action.ts';

/** Only for the operator's pages (posted-form.ts): their guards have seen that they are open. */
export const operator = {
  inviteFacility: formAction(asks.confirmation('登録のリンクを作る', 'operator.facility_invited'), {
    input: FacilityInviteInput,
    guard: requireOperator,
    run: ({ rt, input: { email, isMailed } }) => makeSignUpLink(rt, email, { isMailed }),
  }),
  setPlan: formAction(asks.nothing('operator.plan_set'), {
    input: FacilityPlanInput,
    guard: requireOperator,
    run: ({ rt, input: { id, plan } }) => setPlan(rt, id, plan === NO_PLAN ? null : plan),
  }),
  confirmFacility: formAction(asks.nothing('operator.facility_confirmed'), {
    input: FacilityChoiceInput,
    guard: requireOperator,
    run: ({ rt, input }) => confirmFacility(rt, input.id),
  }),
  continueFacility: formAction(asks.nothing('operator.facility_continued'), {
    input: FacilityChoiceInput,
    guard: requireOperator,
    run: async ({ rt, input }) => (await continueFacility(rt, input.id)).name,
  }),
  removeFacility: formAction(asks.confirmation('施設を削除する', 'operator.facility_removed'), {
    input: FacilityRemovalForm,
    guard: requireOperator,
    run: ({ rt, input: { id, name } }) => beginRemoval(rt, id, name),
  }),
  setEnding: formAction(asks.confirmation('最後の日を決める', 'operator.ending_set'), {
    input: FacilityEndingForm,
    guard: requireOperator,
    run: ({ rt, input: { id, ...ending } }) => setEnding(rt, null, { ...ending, hostId: id }),
  }),
  takeBackEnding: formAction(asks.nothing('operator.ending_taken_back'), {
    input: FacilityChoiceInput,
    guard: requireOperator,
    run: ({ rt, input }) => takeBackEnding(rt, null, { hostId: input.id }),
  }),
  resetPassword: formAction(asks.confirmation('リンクを作る', 'operator.reset_link_made'), {
    input: OperatorMailInput,
    guard: requireOperator,
    run: ({ rt, input: { email } }) => makeResetLink(rt, email),
  }),
  sendTestMail: formAction(asks.nothing('operator.test_mail_sent'), {
    input: OperatorMailInput,
    guard: requireOperator,
    run: ({ rt, input }) => sendTrialMail(rt, input.email),
  }),
  checkMail: formAction(asks.nothing(READS), {
    guard: requireOperator,
    run: ({ rt }) => checkMail(rt),
  }),
  sendBounceTest: formAction(asks.nothing('operator.test_mail_sent'), {
    guard: requireOperator,
    run: ({ rt }) => sendBounceTest(rt),
  }),
  findBounceTest: formAction(asks.nothing(READS), {
    input: BounceTestInput,
    guard: requireOperator,
    run: async ({ rt, input: { id } }) => ({ id, isBack: await hasComeBack(rt, id) }),
  }),
  makeLineCode: formAction(asks.nothing(silent('is of no facility')), {
    guard: requireOperator,
    run: ({ rt }) => makeTestCode(rt),
  }),
  retryMails: formAction(asks.nothing('operator.mails_retried'), {
    input: GivenUpInput,
    guard: requireOperator,
    run: ({ rt, input }) => retryGivenUpMails(rt, input.id),
  }),
  dismissMails: formAction(asks.nothing('operator.mails_dismissed'), {
    input: GivenUpInput,
    guard: requireOperator,
    run: ({ rt, input }) => dismissGivenUpMails(rt, input.id),
  }),
  resendLetters: formAction(asks.nothing('operator.letters_sent_again'), {
    guard: requireOperator,
    run: async ({ rt }) => ({ count: await sendStoppedAgain(rt) }),
  }),
  retryJobs: formAction(asks.nothing('operator.jobs_retried'), {
    input: GivenUpInput,
    guard: requireOperator,
    run: ({ rt, input }) => retryGivenUpJobs(rt, input.id),
  }),
};
