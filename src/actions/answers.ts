import { answerCalls } from '#domains/letter/answer/answer.calls.ts';
import { ANSWER_BUTTONS, AnswerForm } from '#domains/letter/answer/answer.ts';
import { ReplyEndForm, ReplyForm } from '#domains/delivery/replies/reply.ts';
import { replyCalls } from '#domains/delivery/replies/reply.calls.ts';
import { byId, formAction } from './form-action.ts';

export const answers = {
  change: formAction(answerCalls.change, {
    fields: AnswerForm,
    toCall: ({ id, change }) => ({ id, input: ANSWER_BUTTONS[change] }),
    done: ({ fields: { id, change } }) => ({ id, change }),
  }),
  reply: formAction(replyCalls.save, {
    fields: ReplyForm,
    toCall: ({ id, ...input }) => ({ id, input }),
    done: ({ output }) => ({ toldBy: output.answer.reply?.toldBy ?? null }),
  }),
  removeReply: formAction(replyCalls.remove, byId(ReplyEndForm)),
};
