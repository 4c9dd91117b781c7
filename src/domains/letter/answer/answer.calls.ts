import { z } from 'zod';
import { requireStaff } from '#domains/account/session/guards.ts';
import { requireMonth } from '#domains/letter/desk/edit-letters.ts';
import { asks, defineCall, READS } from '#server/call.ts';
import type { Answer } from './answer.ts';
import { AnswerChange, AnswerOutput } from './answer.ts';
import { changeAnswer, readAnswersOfMonth } from './staff-answers.ts';

export const toAnswerOutput = (answer: Answer): z.output<typeof AnswerOutput> => ({
  id: answer.id,
  familyName: answer.familyName,
  residentId: answer.resident.id,
  residentName: answer.resident.name,
  body: answer.body,
  createdAt: answer.createdAt,
  passedOn: answer.passedOn !== null,
  hidden: answer.isHidden,
  reply: answer.reply && {
    body: answer.reply.body,
    repliedAt: answer.reply.at,
    toldBy: answer.reply.toldWay,
  },
});

const CHANGE = asks.nothing(
  'answer.passed_on',
  'answer.taken_back',
  'answer.hidden',
  'answer.shown',
);

/** What staff may ask of families' answers (contract.md#letters). */
export const answerCalls = {
  list: defineCall(asks.nothing(READS), {
    summary: '1か月のお便りに届いた、ご家族からのことば',
    guard: requireStaff,
    output: z.object({ answers: z.array(AnswerOutput) }),
    run: async ({ rt, actor, id }) => {
      const answers = await readAnswersOfMonth(rt, actor, requireMonth(rt, id));
      return { answers: answers.map(toAnswerOutput) };
    },
  }),
  change: defineCall(CHANGE, {
    summary: 'ご家族からのことばを、お伝えしたことにする。隠す（管理者）',
    guard: requireStaff,
    input: AnswerChange,
    output: z.object({ answer: AnswerOutput }),
    run: async ({ rt, actor, id, input }) => ({
      answer: toAnswerOutput(await changeAnswer(rt, actor, id, input)),
    }),
  }),
};
