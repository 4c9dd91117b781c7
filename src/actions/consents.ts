import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { answerOne, answerSeveral } from '#domains/people/consent-records/answer-consent.ts';
import {
  confirmConsents,
  declineConsents,
  keepConsents,
} from '#domains/people/consent-records/confirm-consents.ts';
import {
  ConsentForm,
  KeepForm,
  UnansweredForm,
  WaitingForm,
  chosenBy,
} from '#domains/people/consent-records/consent-form.ts';
import { asks } from '#server/call.ts';
import { formAction } from './form-action.ts';

const ANSWERED = asks.nothing(
  'resident.consent_changed',
  'resident.consent_kept',
  'resident.consent_declined',
);

export const consents = {
  record: formAction(asks.nothing('resident.consent_changed', 'resident.consent_kept'), {
    input: ConsentForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input: { id, ...answer } }) => answerOne(rt, actor, id, answer),
  }),
  recordSeveral: formAction(asks.nothing('resident.consent_changed', 'resident.consent_kept'), {
    input: UnansweredForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => answerSeveral(rt, actor, chosenBy(input), input.press.act),
  }),
  confirm: formAction(ANSWERED, {
    input: WaitingForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) =>
      (input.press.act === 'decline' ? declineConsents : confirmConsents)(
        rt,
        actor,
        chosenBy(input),
        input.press.over,
      ),
  }),
  keep: formAction(asks.nothing('resident.consent_kept'), {
    input: KeepForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => keepConsents(rt, actor, chosenBy(input)),
  }),
};
