import { z } from 'zod';
import { restoreItems } from '#features/item/deleted-items.service.ts';
import { RestoreForm } from '#features/item/item.ts';
import { retryFailedPhotos } from '#features/photo/failed-photos.service.ts';
import { answerHeld } from '#features/item/held.service.ts';
import { AnswerHeldInput } from '#features/item/held-answer.ts';
import { requireAdminStaff, requireStaff } from '#features/session/guards.ts';
import { formAction } from './form-action.ts';

export const photos = {
  answerHeld: formAction({
    input: AnswerHeldInput,
    guard: requireStaff,
    async run({ rt, actor, input }) {
      await answerHeld(rt, actor, input);
    },
  }),
  restore: formAction({
    input: RestoreForm,
    guard: requireStaff,
    run: ({ rt, actor, input }) => restoreItems(rt, actor, input.ids),
  }),
  retryFailed: formAction({
    input: z.object({}),
    guard: requireAdminStaff,
    run: ({ rt, actor }) => retryFailedPhotos(rt, actor),
  }),
};
