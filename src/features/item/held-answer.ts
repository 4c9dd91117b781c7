import { z } from 'zod';
import { opaque } from '#lib/input.ts';
import { MAX_HELD_SHOWN } from './held.ts';

/** `keep`: into the letter of their month; `now`: as photos of today. */
export const AnswerHeldInput = z.object({
  itemIds: z
    .array(opaque('もう一度お試しください。', 64))
    .min(1, '写真に印をつけてください。')
    .max(MAX_HELD_SHOWN, 'もう一度お試しください。'),
  answer: z.enum(['keep', 'now'], 'もう一度お試しください。'),
});
export type AnswerHeldInput = z.output<typeof AnswerHeldInput>;
