import { z } from 'zod';
import { restoreItems } from '#domains/item/deleted-items.ts';
import { EverywhereForm, RestoreForm } from '#domains/item/item.ts';
import { restoreItem } from '#domains/item/delete-items.ts';
import { deleteEverywhere, restoreTogether } from '#domains/item/together.ts';
import { retryFailedPhotos } from '#domains/photo/retry-photos.ts';
import { answerHeld, AnswerHeldInput, HELD_ANSWERS } from '#domains/item/settle-held.ts';
import { settleLeftOut, SettleLeftOutInput } from '#domains/item/settle-left-out.ts';
import { requireAdminStaff, requireStaff } from '#domains/account/session/guards.ts';
import { REOPEN } from '#lib/input.ts';
import { asks } from '#server/call.ts';
import { formAction } from './form-action.ts';

export const photos = {
  answerHeld: formAction(asks.nothing('photo.answered', 'photo.put_aside'), {
    // `ask` shows who would see them; the page asks again.
    input: AnswerHeldInput.extend({ answer: z.enum([...HELD_ANSWERS, 'ask'], REOPEN) }),
    guard: requireStaff,
    async run({ rt, actor, input: { answer, ...asked } }) {
      if (answer !== 'ask') await answerHeld(rt, actor, { ...asked, answer });
    },
  }),
  settleLeftOut: formAction(asks.nothing('photo.let_in', 'photo.left_out'), {
    input: SettleLeftOutInput,
    guard: requireStaff,
    run: ({ rt, actor, input }) => settleLeftOut(rt, actor, input),
  }),
  restore: formAction(asks.nothing('photo.restored'), {
    input: RestoreForm,
    guard: requireStaff,
    run: ({ rt, actor, input: { ids, together } }) =>
      restoreItems(ids, (id) =>
        together ? restoreTogether(rt, actor, id) : restoreItem(rt, actor, id),
      ),
  }),
  everywhere: formAction(asks.nothing('photo.deleted'), {
    input: EverywhereForm,
    guard: requireStaff,
    run: ({ rt, actor, input }) => deleteEverywhere(rt, actor, input),
  }),
  retryFailed: formAction(asks.nothing('photo.retried'), {
    guard: requireAdminStaff,
    run: ({ rt, actor }) => retryFailedPhotos(rt, actor),
  }),
};
