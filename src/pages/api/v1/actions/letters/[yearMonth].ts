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
    summary: '1か月のお便りと、その月のすべての写真（管理者）',
    guard: requireAdminStaff,
    output: AdminLetterWithItems,
    run: async ({ actor, context }) =>
      readAdminLetterWithItems(await runtime(), actor, await monthOfPath(context)),
  }),
  PATCH: method({
    summary: 'お便りを、読んだ版の上に保存する',
    guard: requireAdminStaff,
    body: UpdateLetterInput,
    output: AdminLetterOutput,
    run: async ({ actor, body, context }) => ({
      letter: await updateLetter(await runtime(), actor, await monthOfPath(context), body),
    }),
  }),
});
