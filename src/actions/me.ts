import { z } from 'zod';
import { requireSignedIn, requireStaff } from '#features/session/guards.ts';
import { endOtherSessions } from '#features/session/own-sessions.service.ts';
import { clearTokenCookies } from '#features/session/session-cookies.ts';
import { accountCalls } from '#features/staff/account.calls.ts';
import { startAnew } from '#features/staff/password.service.ts';
import { staffCalls } from '#features/staff/staff.calls.ts';
import { ChangePasswordInput, PersonInput } from '#features/staff/staff.ts';
import { formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

export const me = {
  updateProfile: formAction(staffCalls.updateProfile, {
    fields: PersonInput,
    toCall: (input) => ({ input }),
  }),
  changePassword: formAction(staffCalls.updateProfile, {
    fields: z.object(ChangePasswordInput.shape),
    toCall: (input) => ({ input }),
  }),
  requestEmail: formAction(accountCalls.requestEmail, { done: rememberMailed }),
  endOtherSessions: formAction({
    input: z.object({}),
    guard: requireStaff,
    run: ({ rt, actor }) => endOtherSessions(rt, actor),
  }),
  startAnew: formAction({
    input: z.object({}),
    guard: requireSignedIn,
    run: async ({ rt, actor, context }) => {
      rememberMailed({ context, fields: { email: await startAnew(rt, actor) } });
      clearTokenCookies(context);
    },
  }),
};
