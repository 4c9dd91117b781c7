import { FailedMailInput } from '#domains/mail/failed-mails.ts';
import { dismissFailedMail, retryFailedMail } from '#domains/mail/retry-mails.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { formAction } from './form-action.ts';

export const mails = {
  retryFailed: formAction({
    input: FailedMailInput,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => retryFailedMail(rt, actor, input.id),
  }),
  dismissFailed: formAction({
    input: FailedMailInput,
    guard: requireAdminStaff,
    run: ({ rt, actor, input }) => dismissFailedMail(rt, actor, input.id),
  }),
};
