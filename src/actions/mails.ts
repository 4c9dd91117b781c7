import { FailedMailInput } from '#features/mail/failed-mails.ts';
import { dismissFailedMail, retryFailedMail } from '#features/mail/failed-mails.service.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';

export const mails = {
  retryFailed: formAction({
    input: FailedMailInput,
    guard: requireAdminStaff,
    run: async ({ input, actor }) => retryFailedMail(await runtime(), actor, input.id),
  }),
  dismissFailed: formAction({
    input: FailedMailInput,
    guard: requireAdminStaff,
    run: async ({ input, actor }) => dismissFailedMail(await runtime(), actor, input.id),
  }),
};
