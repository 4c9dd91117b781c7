import { z } from 'zod';
import { requireAdminStaff } from '#features/session/guards.ts';
import { readStaffs } from '#features/staff/staff.service.ts';
import { StaffSchema } from '#features/staff/staff.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: '職員の一覧',
    guard: requireAdminStaff,
    output: z.object({ staffs: z.array(StaffSchema) }),
    run: async ({ actor }) => ({ staffs: await readStaffs(await runtime(), actor) }),
  }),
});
