import type { APIContext } from 'astro';
import {
  readAdminLetterWithItems,
  requireMonth,
  updateLetter,
} from '#features/letter/admin-letter.service.ts';
import {
  AdminLetterOutput,
  AdminLetterWithItems,
  UpdateLetterInput,
} from '#features/letter/admin-letter.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

const monthOfPath = async ({ params }: APIContext): Promise<number> =>
  requireMonth(await runtime(), params['yearMonth'] ?? '');

export const ALL = endpoint({
  GET: method({
    summary: 'ひと月のお便り',
    guard: requireAdminStaff,
    output: AdminLetterWithItems,
    run: async ({ actor, context }) =>
      readAdminLetterWithItems(await runtime(), actor, await monthOfPath(context)),
  }),
  PATCH: method({
    summary: 'お便りの文章や表紙を変える',
    guard: requireAdminStaff,
    body: UpdateLetterInput,
    output: AdminLetterOutput,
    run: async ({ actor, body, context }) => ({
      letter: await updateLetter(await runtime(), actor, await monthOfPath(context), body),
    }),
  }),
});
