import { z } from 'zod';
import { renewInvitation } from '#features/invitation/invitation.service.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { formAction } from './form-action.ts';

export const invitations = {
  renew: formAction({
    input: z.object({}),
    guard: requireAdminStaff,
    run: ({ rt, actor }) => renewInvitation(rt, actor),
  }),
};
