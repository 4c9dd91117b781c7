import { z } from 'zod';
import { MAX_HELD_SHOWN } from './held.ts';

/** `keep`: into the letter of their month; `now`: as photos of today. */
export const AnswerHeldInput = z.object({
  itemIds: z.array(z.string().min(1).max(64)).min(1).max(MAX_HELD_SHOWN),
  answer: z.enum(['keep', 'now']),
});
export type AnswerHeldInput = z.output<typeof AnswerHeldInput>;
