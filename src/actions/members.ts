import { z } from 'zod';
import { staffCalls } from '#features/staff/staff.calls.ts';
import { IdInput, RoleInput } from '#features/staff/staff.ts';
import { formAction } from './form-action.ts';

export const members = {
  changeRole: formAction(staffCalls.changeRole, {
    fields: z.object({ id: IdInput, ...RoleInput.shape }),
    toCall: ({ id, ...input }) => ({ id, input }),
  }),
  remove: formAction(staffCalls.remove, {
    fields: z.object({ id: IdInput }),
    toCall: ({ id }) => ({ id }),
  }),
};
