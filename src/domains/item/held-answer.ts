import { z } from 'zod';
import { opaque } from '#lib/input.ts';
import { MAX_HELD_SHOWN } from './held.ts';

/** `now`: as photos of today; `keep`: into the letters of their months; `aside` takes that back. */
export const HELD_ANSWERS = ['now', 'keep', 'aside'] as const;

export const AGAIN = 'もう一度お試しください。';

export const AnswerHeldInput = z.object({
  itemIds: z
    .array(opaque(AGAIN, 64))
    .min(1, '写真に印をつけてください。')
    .max(MAX_HELD_SHOWN, AGAIN),
  answer: z.enum(HELD_ANSWERS, AGAIN),
});
export type AnswerHeldInput = z.output<typeof AnswerHeldInput>;
