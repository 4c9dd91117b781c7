import { z } from 'zod';
import { formId, lines } from '#lib/input.ts';

/** The facility's answer to a family's word (domain.md#replies). */
export const REPLY_MAX_LENGTH = 300;

const Body = lines({ label: 'お返事', max: REPLY_MAX_LENGTH });
const body = Body.refine(
  (text) => text !== '',
  'まだ何も書かれていません。書いてから、もう一度押してください。',
);

/** `before`: the reply that was read, so that nobody's is replaced unseen. */
export const ReplyInput = z.strictObject({ body, before: Body.optional() });
export type ReplyInput = z.output<typeof ReplyInput>;

const id = formId(32);

export const ReplyForm = z.object({ id, body, before: Body });
export const ReplyEndForm = z.object({ id });
