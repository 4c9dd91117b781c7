import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { asks, defineCall, READS } from '#server/call.ts';
import {
  AdminLetterOutput,
  AdminLetterWithItems,
  AdminLettersOutput,
  CreateLetterInput,
  UpdateLetterInput,
} from './admin-letter.ts';
import {
  createLetter,
  readAdminLetterWithItems,
  readAdminLetters,
  requireMonth,
  updateLetter,
} from './edit-letters.ts';

/** What admins may ask of letters (contract.md#letters). */
export const adminLetterCalls = {
  list: defineCall(asks.nothing(READS), {
    summary: 'お便りの一覧（管理者）',
    guard: requireAdminStaff,
    output: AdminLettersOutput,
    run: async ({ rt, actor }) => ({ letters: await readAdminLetters(rt, actor) }),
  }),
  read: defineCall(asks.nothing(READS), {
    summary: '1か月のお便りと、その月のすべての写真（管理者）',
    guard: requireAdminStaff,
    output: AdminLetterWithItems,
    run: ({ rt, actor, id }) => readAdminLetterWithItems(rt, actor, requireMonth(rt, id)),
  }),
  create: defineCall(asks.nothing('letter.saved'), {
    summary: 'その月のお便りをはじめて保存する',
    guard: requireAdminStaff,
    input: CreateLetterInput,
    output: AdminLetterOutput,
    status: 201,
    run: async ({ rt, actor, input }) => ({ letter: await createLetter(rt, actor, input) }),
  }),
  save: defineCall(asks.nothing('letter.saved'), {
    summary: 'お便りを、読んだ版の上に保存する',
    guard: requireAdminStaff,
    input: UpdateLetterInput,
    output: AdminLetterOutput,
    run: async ({ rt, actor, id, input }) => ({
      letter: await updateLetter(rt, actor, requireMonth(rt, id), input),
    }),
  }),
};
