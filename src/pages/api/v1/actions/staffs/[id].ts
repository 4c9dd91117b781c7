import { z } from 'zod';
import { requireAdminStaff } from '#features/session/guards.ts';
import { changeRole, removeStaff } from '#features/staff/staff.service.ts';
import { RoleInput, StaffSchema } from '#features/staff/staff.ts';
import { endpoint, idOf, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  PATCH: method({
    summary: '職員の役割を変える',
    guard: requireAdminStaff,
    body: RoleInput,
    output: z.object({ staff: StaffSchema }),
    run: async ({ actor, body, context }) => ({
      staff: await changeRole(await runtime(), actor, idOf(context), body.role),
    }),
  }),
  DELETE: method({
    summary: '職員を外す',
    guard: requireAdminStaff,
    output: null,
    run: async ({ actor, context }) => removeStaff(await runtime(), actor, idOf(context)),
  }),
});
