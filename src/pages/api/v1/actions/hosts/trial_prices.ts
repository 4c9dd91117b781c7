import { z } from 'zod';
import { requireAdminOfAnyHost } from '#features/session/guards.ts';
import { startTrial } from '#features/host/host.service.ts';
import { HostSchema } from '#features/host/host.ts';
import { PlanInput } from '#features/host/sign-up.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  PATCH: method({
    summary: 'プランを選び、お試しを始める',
    guard: requireAdminOfAnyHost,
    body: PlanInput,
    output: z.object({ host: HostSchema }),
    run: async ({ actor, body }) => ({ host: await startTrial(await runtime(), actor, body.plan) }),
  }),
});
