import { z } from 'zod';
import { requireStaff } from '#features/session/guards.ts';
import { endOtherSessions } from '#features/session/own-sessions.service.ts';
import { accountCalls } from '#features/staff/account.calls.ts';
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
};
