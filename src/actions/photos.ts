import { z } from 'zod';
import { retryFailedPhotos } from '#features/photo/failed-photos.service.ts';
import { requireAdminStaff } from '#features/session/guards.ts';
import { runtime } from '#server/runtime.ts';
import { formAction } from './form-action.ts';

export const photos = {
  retryFailed: formAction({
    input: z.object({}),
    guard: requireAdminStaff,
    run: async ({ actor }) => retryFailedPhotos(await runtime(), actor),
  }),
};
