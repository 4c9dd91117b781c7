import { z } from 'zod';
import { retryFailedPhotos } from '#features/photo/failed-photos.service.ts';
import { answerHeld } from '#features/item/held.service.ts';
import { AnswerHeldInput } from '#features/item/held-answer.ts';
import { requireAdminStaff, requireStaff } from '#features/session/guards.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';

export const photos = {
  answerHeld: formAction({
    input: AnswerHeldInput,
    guard: requireStaff,
    run: async ({ actor, input }) => {
      await answerHeld(await runtime(), actor, input);
    },
  }),
  retryFailed: formAction({
    input: z.object({}),
    guard: requireAdminStaff,
    run: async ({ actor }) => retryFailedPhotos(await runtime(), actor),
  }),
};
