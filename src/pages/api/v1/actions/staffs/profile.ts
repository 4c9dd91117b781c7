import { z } from 'zod';
import { requireStaff } from '#features/session/guards.ts';
import { updateProfile } from '#features/staff/staff.service.ts';
import { ProfileInput, StaffSchema } from '#features/staff/staff.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  PATCH: method({
    summary: '自分のお名前やパスワードを変える',
    guard: requireStaff,
    body: ProfileInput,
    output: z.object({ staff: StaffSchema }),
    run: async ({ actor, body }) => ({ staff: await updateProfile(await runtime(), actor, body) }),
  }),
});
