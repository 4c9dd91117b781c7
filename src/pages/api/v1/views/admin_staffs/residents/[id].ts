import { updateResident } from '#features/resident/resident-change.service.ts';
import { ResidentOutput, UpdateResidentInput } from '#features/resident/resident.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { endpoint, idOf, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  PATCH: method({
    summary: '入居者を変える',
    guard: requireAdminStaff,
    body: UpdateResidentInput,
    output: ResidentOutput,
    run: async ({ actor, body, context }) => ({
      resident: await updateResident(await runtime(), actor, idOf(context), body),
    }),
  }),
});
