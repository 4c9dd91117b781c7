import { FailedMailInput } from '#features/mail/failed-mails.ts';
import { dismissFailedMail, retryFailedMail } from '#features/mail/failed-mails.service.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
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
