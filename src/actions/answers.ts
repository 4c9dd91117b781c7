import { answerCalls } from '#domains/letter/answer/answer.calls.ts';
import { ANSWER_BUTTONS, AnswerForm } from '#domains/letter/answer/answer.ts';
import { formAction } from './form-action.ts';

export const answers = {
  change: formAction(answerCalls.change, {
    fields: AnswerForm,
    toCall: ({ id, change }) => ({ id, input: ANSWER_BUTTONS[change] }),
    done: ({ fields: { id, change } }) => ({ id, change }),
  }),
};
