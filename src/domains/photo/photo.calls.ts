import { requireStaff } from '#domains/account/session/guards.ts';
import { notFound } from '#lib/errors.ts';
import { anyone, asks, defineCall, silent } from '#server/call.ts';
import { DirectUploadInput, DirectUploadOutput } from './photo.ts';
import { openUploadSlot } from './take-in-photo.ts';

/** The two steps of an upload (contract.md#direct-upload). */
export const photoCalls = {
  openSlot: defineCall(asks.nothing(silent('the photo that is sent there is recorded')), {
    summary: '写真の送り先を受け取る',
    guard: requireStaff,
    input: DirectUploadInput,
    output: DirectUploadOutput,
    run: ({ rt, actor, input, context }) => openUploadSlot(rt, actor, input, context.url.origin),
  }),
  send: defineCall(asks.nothing(silent('is answered before Astro')), {
    summary: '写真を送る',
    guard: anyone,
    output: null,
    /** A slot's own address is answered before Astro (`receive-upload.ts`); this is another. */
    run: () => Promise.reject(notFound()),
  }),
};
