import { z } from 'zod';
import { clientOf } from '#features/session/client.ts';
import { requireStaff } from '#features/session/guards.ts';
import { endOtherSessions } from '#features/session/own-sessions.service.ts';
import { requestEmailChange } from '#features/staff/email.service.ts';
import { updateProfile } from '#features/staff/staff.service.ts';
import { ChangePasswordInput, EmailChangeInput, PersonInput } from '#features/staff/staff.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

export const me = {
  updateProfile: formAction({
    input: z.object(PersonInput.shape),
    guard: requireStaff,
    async run({ input, actor }) {
      await updateProfile(await runtime(), actor, input);
    },
  }),
  changePassword: formAction({
    input: z.object(ChangePasswordInput.shape),
    guard: requireStaff,
    async run({ input, actor }) {
      await updateProfile(await runtime(), actor, input);
    },
  }),
  requestEmail: formAction({
    input: z.object(EmailChangeInput.shape),
    guard: requireStaff,
    async run({ input, actor, context }) {
      await requestEmailChange(await runtime(), actor, input, clientOf(context));
      rememberMailed(context, input.email);
    },
  }),
  endOtherSessions: formAction({
    input: z.object({}),
    guard: requireStaff,
    run: async ({ actor }) => endOtherSessions(await runtime(), actor),
  }),
};
