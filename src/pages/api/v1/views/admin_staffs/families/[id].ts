import { z } from 'zod';
import { FamilyChange, FamilySchema } from '#features/family/family.ts';
import { changeFamily, removeFamily } from '#features/family/family.service.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { endpoint, idOf, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  PATCH: method({
    summary: 'ご家族を変える。リンクを新しくする',
    guard: requireAdminStaff,
    body: FamilyChange,
    output: z.object({ family: FamilySchema }),
    run: async ({ actor, body, context }) => ({
      family: await changeFamily(await runtime(), actor, idOf(context), body),
    }),
  }),
  DELETE: method({
    summary: 'ご家族をお届け先から外す',
    guard: requireAdminStaff,
    output: null,
    run: async ({ actor, context }) => removeFamily(await runtime(), actor, idOf(context)),
  }),
});
