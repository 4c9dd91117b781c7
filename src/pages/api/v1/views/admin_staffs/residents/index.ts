import { createResident, readResidents } from '#features/resident/resident-admin.service.ts';
import {
  CreateResidentInput,
  ResidentOutput,
  ResidentsLongOutput,
} from '#features/resident/resident.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: '入居者の一覧（長い形）',
    guard: requireAdminStaff,
    output: ResidentsLongOutput,
    run: async ({ actor }) => ({ residents: await readResidents(await runtime(), actor) }),
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
