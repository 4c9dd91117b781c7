import { renewInvitation } from '#domains/account/invite.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { formAction } from './form-action.ts';

export const invitations = {
  renew: formAction({
    guard: requireAdminStaff,
    run: ({ rt, actor }) => renewInvitation(rt, actor),
  }),
};
