import { z } from 'zod';
import { requireAdminStaff } from '#domains/account/session/guards.ts';
import { handoverCalls } from '#domains/delivery/handover.calls.ts';
import { HandoverForm } from '#domains/delivery/handover.ts';
import { replyCalls } from '#domains/delivery/replies/reply.calls.ts';
import { ReplyEndForm, ReplyForm } from '#domains/delivery/replies/reply.ts';
import { defaultTitle } from '#domains/item/month-text.ts';
import { answerCalls } from '#domains/letter/answer/answer.calls.ts';
import { ANSWER_BUTTONS, AnswerForm } from '#domains/letter/answer/answer.ts';
import { checkCalls } from '#domains/letter/check/check.calls.ts';
import {
  CheckFormInput,
  CheckTogetherInput,
  OfOneFormInput,
  SkipFormInput,
} from '#domains/letter/check/check.ts';
import { adminLetterCalls } from '#domains/letter/desk/admin-letter.calls.ts';
import { LetterFormInput, PhraseInput } from '#domains/letter/desk/admin-letter.ts';
import { checkTogether } from '#domains/letter/desk/check-together.ts';
import { NO_ROOM, phrasesOf, withPhrase } from '#domains/letter/desk/stock-phrases.ts';
import { noteCalls } from '#domains/letter/note/note.calls.ts';
import { NoteFormInput } from '#domains/letter/note/note.ts';
import { invalid } from '#lib/errors.ts';
import { asks, READS } from '#server/call.ts';
import { byId, formAction } from './form-action.ts';

export const letters = {
  save: formAction(adminLetterCalls.save, {
    fields: LetterFormInput,
    toCall: ({ yearMonth, title, ...rest }) => ({
      id: String(yearMonth),
      input: { ...rest, title: title || defaultTitle(yearMonth) },
    }),
  }),
  /** Without JavaScript: re-renders the page with the phrase, unsaved. */
  addPhrase: formAction(asks.nothing(READS), {
    input: z.object(PhraseInput.shape),
    guard: requireAdminStaff,
    run: ({ input: { yearMonth, phrase, body } }) => {
      const longer = withPhrase(body, phrasesOf(yearMonth)[phrase] ?? '');
      if (longer === null) throw invalid(NO_ROOM, { body: [NO_ROOM] });
      return { body: longer };
    },
  }),
};

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

export const handovers = {
  change: formAction(handoverCalls.save, {
    fields: HandoverForm,
    toCall: ({ yearMonth, familyId, done }) => ({
      ids: [String(yearMonth), familyId],
      input: { done: done === 'yes' },
    }),
    done: ({ fields: { familyId, done } }) => ({ familyId, done }),
  }),
};

interface OfOne {
  yearMonth: number;
  residentId: string;
}
const idsOf = ({ yearMonth, residentId }: OfOne) => [String(yearMonth), residentId];

/** What the forms of one resident's letter do. */
export const notes = {
  save: formAction(noteCalls.save, {
    fields: NoteFormInput,
    toCall: ({ body, version, ...of }) => ({ ids: idsOf(of), input: { body, version } }),
  }),
  check: formAction(checkCalls.save, {
    fields: CheckFormInput,
    toCall: ({ body, version, ...of }) => ({
      ids: idsOf(of),
      input: { checked: true, note: { body, version } },
    }),
  }),
  uncheck: formAction(checkCalls.save, {
    fields: OfOneFormInput,
    toCall: (of) => ({ ids: idsOf(of), input: { checked: false } }),
  }),
  checkTogether: formAction(asks.nothing('letter.checked'), {
    input: CheckTogetherInput,
    guard: requireAdminStaff,
    run: async ({ rt, actor, input: { yearMonth, ...together } }) => ({
      count: await checkTogether(rt, actor, yearMonth, together),
    }),
  }),
  skip: formAction(checkCalls.save, {
    fields: SkipFormInput,
    toCall: ({ reason, ...of }) => ({ ids: idsOf(of), input: { withheld: reason } }),
  }),
  sendAfterAll: formAction(checkCalls.save, {
    fields: OfOneFormInput,
    toCall: (of) => ({ ids: idsOf(of), input: { withheld: null } }),
  }),
};
