import { z } from 'zod';
import { changeFacility, readFacility } from '#features/host/facility.service.ts';
import { ChangeFacilityInput, FacilitySchema } from '#features/host/facility.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

const output = z.object({ facility: FacilitySchema });

export const ALL = endpoint({
  GET: method({
    summary: '施設の登録内容とご利用状況',
    guard: requireAdminStaff,
    output,
    run: async ({ actor }) => ({ facility: await readFacility(await runtime(), actor) }),
  }),
  PATCH: method({
    summary: '施設のお名前・住所・電話番号を変える',
    guard: requireAdminStaff,
    body: ChangeFacilityInput,
    output,
    run: async ({ actor, body }) => ({
      facility: await changeFacility(await runtime(), actor, body),
    }),
  }),
});
