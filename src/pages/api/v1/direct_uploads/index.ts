import { openUploadSlot } from '#features/photo/photo.service.ts';
import { DirectUploadInput, DirectUploadOutput } from '#features/photo/photo.ts';
import { requireStaff } from '#features/session/guards.ts';
import { endpoint, method } from '#server/endpoint.ts';
import { runtime } from '#server/runtime.ts';

export const ALL = endpoint({
  POST: method({
    summary: '写真の送り先を受け取る',
    guard: requireStaff,
    body: DirectUploadInput,
    output: DirectUploadOutput,
    run: async ({ actor, body, context }) =>
      openUploadSlot(await runtime(), actor, body, context.url.origin),
  }),
});
