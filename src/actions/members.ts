import { z } from 'zod';
import { requireAdminStaff } from '#features/session/guards.ts';
import { changeRole, removeStaff } from '#features/staff/staff.service.ts';
import { IdInput, RoleInput } from '#features/staff/staff.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';

export const members = {
  changeRole: formAction({
    input: z.object({ id: IdInput, role: RoleInput.shape.role }),
    guard: requireAdminStaff,
    async run({ input, actor }) {
      await changeRole(await runtime(), actor, input.id, input.role);
    },
  }),
  remove: formAction({
    input: z.object({ id: IdInput }),
    guard: requireAdminStaff,
    run: async ({ input, actor }) => removeStaff(await runtime(), actor, input.id),
  }),
};
