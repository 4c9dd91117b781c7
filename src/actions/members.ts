import { z } from 'zod';
import { renewInvitation } from '#domains/account/invite.ts';
import { secondStepCalls } from '#domains/account/second-step/second-step.calls.ts';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { sharedDeviceCalls } from '#domains/account/shared-device/shared-device.calls.ts';
import { staffCalls } from '#domains/account/staff.calls.ts';
import {
  EmailOnlyInput,
  IdForm,
  IdInput,
  RoleInput,
  TakeBackForm,
} from '#domains/account/staff.ts';
import { asks } from '#server/call.ts';
import { byId, formAction } from './form-action.ts';
import { rememberMailed } from './mailed.ts';

export const members = {
  add: formAction(staffCalls.add, { done: ({ output }) => ({ id: output.staff.id }) }),
  invite: formAction(staffCalls.invite, {
    fields: z.object({ id: IdInput, ...EmailOnlyInput.shape }),
    toCall: ({ id, ...input }) => ({ id, input }),
    done: rememberMailed,
  }),
  issuePin: formAction(sharedDeviceCalls.issuePin, {
    fields: IdForm,
    toCall: ({ id }) => ({ id }),
    done: ({ output, fields }) => ({ ...output, id: fields.id }),
  }),
  issuePins: formAction(sharedDeviceCalls.issuePins, {
    done: ({ output }) => output,
  }),
  removePin: formAction(sharedDeviceCalls.removePin, byId(IdForm)),
  takeBackWays: formAction(secondStepCalls.takeBack, byId(TakeBackForm)),
  changeRole: formAction(staffCalls.changeRole, {
    fields: z.object({ id: IdInput, ...RoleInput.shape }),
    toCall: ({ id, ...input }) => ({ id, input }),
  }),
  remove: formAction(staffCalls.remove, byId(IdForm)),
};

export const invitations = {
  renew: formAction(asks.confirmation('新しい招待を作る', 'invitation.renewed'), {
    guard: requireAdminStaff,
    run: ({ rt, actor }) => renewInvitation(rt, actor),
  }),
};
