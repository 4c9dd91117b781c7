import { chooseResidents } from '#features/resident/resident.service.ts';
import { ResidentsOutput } from '#features/resident/resident.ts';
import { requireStaff } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: '入居者の一覧（短い形）',
    guard: requireStaff,
    output: ResidentsOutput,
    run: async ({ actor }) => ({ residents: await chooseResidents(await runtime(), actor) }),
  }),
});
