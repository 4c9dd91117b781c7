import { z } from 'zod';
import { LetterOfOne } from '#domains/letter/note/note.ts';
import { words } from '#lib/input.ts';

export const REASON_MAX_LENGTH = 200;

/** 確認済み, and whether the letter is held back (contract.md#letters). */
const CheckSchema = z.object({
  residentId: z.string(),
  checked: z.boolean(),
  /** Names; null if nobody has, or if that person has left. */
  checkedBy: z.string().nullable(),
  checkedAt: z.string().nullable(),
  /** Why the letter is held back; null when it goes out. */
  withheld: z.string().nullable(),
  withheldBy: z.string().nullable(),
  withheldAt: z.string().nullable(),
});
export type Check = z.output<typeof CheckSchema>;

export const CheckOutput = z.object({ check: CheckSchema });

const Reason = words({ label: '送らない理由', max: REASON_MAX_LENGTH });

export const CheckInput = z.strictObject({
  checked: z.boolean('確認済みかどうかを選んでください。').optional(),
  withheld: Reason.nullable().optional(),
});
export type CheckInput = z.output<typeof CheckInput>;

/** A button of the preview. */
export const CheckFormInput = z.object({
  ...LetterOfOne,
  checked: z.enum(['yes', 'no'], 'もう一度、ボタンを押してください。'),
});

export const HoldBackFormInput = z.object({ ...LetterOfOne, reason: Reason });
export const SendAfterAllFormInput = z.object(LetterOfOne);
