import { createLetter, readAdminLetters } from '#features/letter/admin-letter.service.ts';
import {
  AdminLetterOutput,
  AdminLettersOutput,
  CreateLetterInput,
} from '#features/letter/admin-letter.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  GET: method({
    summary: 'お便りの一覧（管理者）',
    guard: requireAdminStaff,
    output: AdminLettersOutput,
    run: async ({ actor }) => ({ letters: await readAdminLetters(await runtime(), actor) }),
  }),
  POST: method({
    summary: 'その月のお便りをはじめて保存する',
    guard: requireAdminStaff,
    body: CreateLetterInput,
    output: AdminLetterOutput,
    status: 201,
    run: async ({ actor, body }) => ({ letter: await createLetter(await runtime(), actor, body) }),
  }),
});
