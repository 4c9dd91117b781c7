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
import { formAction } from './form-action.ts';

export const consents = {
  record: formAction({
    input: ConsentForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input: { id, ...answer } }) => answerOne(rt, actor, id, answer),
  }),
  recordSeveral: formAction({
    input: UnansweredForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => answerSeveral(rt, actor, chosenBy(input), input.press.act),
  }),
  confirm: formAction({
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
  keep: formAction({
    input: KeepForm,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => keepConsents(rt, actor, chosenBy(input)),
  }),
};
