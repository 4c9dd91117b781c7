import { z } from 'zod';
import { FamiliesQuery, FamilyInput, FamilySchema } from '#features/family/family.ts';
import { addFamily, readFamilies } from '#features/family/family.service.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: 'ご家族（お届け先）の一覧',
    guard: requireAdminStaff,
    query: FamiliesQuery,
    output: z.object({ families: z.array(FamilySchema) }),
    run: async ({ actor, query }) => ({
      families: await readFamilies(await runtime(), actor, query.residentId),
    }),
  }),
  POST: method({
    summary: 'ご家族を加える',
    guard: requireAdminStaff,
    body: FamilyInput,
    output: z.object({ family: FamilySchema }),
    status: 201,
    run: async ({ actor, body }) => ({ family: await addFamily(await runtime(), actor, body) }),
  }),
});
