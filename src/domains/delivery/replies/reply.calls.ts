import { z } from 'zod';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { toAnswerOutput } from '#domains/letter/answer/answer.calls.ts';
import { AnswerOutput } from '#domains/letter/answer/answer.ts';
import { asks, defineCall } from '#server/call.ts';
import { ReplyInput } from './reply.ts';
import { deleteReply, saveReply } from './write-reply.ts';

/** What admins may ask of replies (contract.md#letters). */
export const replyCalls = {
  save: defineCall(asks.nothing('answer.replied', 'answer.reply_changed'), {
    summary: 'ご家族からのことばに、お返事する。お返事を直す',
    guard: requireAdminStaff,
    input: ReplyInput,
    output: z.object({ answer: AnswerOutput }),
    run: async ({ rt, actor, id, input }) => ({
      answer: toAnswerOutput(await saveReply(rt, actor, id, input)),
    }),
  }),
  remove: defineCall(asks.nothing('answer.reply_deleted'), {
    summary: 'ことばへのお返事を削除する',
    guard: requireAdminStaff,
    output: null,
    run: ({ rt, actor, id }) => deleteReply(rt, actor, id),
  }),
};
