import { createResident } from '#features/resident/resident-admin.service.ts';
import { chooseResidents } from '#features/resident/resident.service.ts';
import {
  CreateResidentInput,
  ResidentOutput,
  ResidentsOutput,
} from '#features/resident/resident.ts';
import { requireAdminStaff, requireStaff } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: '入居者の一覧（短い形）',
    guard: requireStaff,
    output: ResidentsOutput,
    run: async ({ actor }) => ({ residents: await chooseResidents(await runtime(), actor) }),
  }),
  POST: method({
    summary: '入居者を加える',
    guard: requireAdminStaff,
    body: CreateResidentInput,
    output: ResidentOutput,
    status: 201,
    run: async ({ actor, body }) => ({
      resident: await createResident(await runtime(), actor, body),
    }),
  }),
});
