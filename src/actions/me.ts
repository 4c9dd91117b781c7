import { z } from 'zod';
import { requireSignedIn, requireStaff } from '#domains/account/session/guards.ts';
import { endOtherSessions } from '#domains/account/session/own-sessions.ts';
import { clearTokenCookies } from '#domains/account/session/cookies.ts';
import { accountCalls } from '#domains/account/account.calls.ts';
import { startAnew } from '#domains/account/password/reset-password.ts';
import { staffCalls } from '#domains/account/staff.calls.ts';
import { ChangePasswordInput, PersonInput } from '#domains/account/staff.ts';
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
