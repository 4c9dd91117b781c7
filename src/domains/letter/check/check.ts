import { z } from 'zod';
import { LetterOfOne } from '#domains/letter/note/note.ts';
import { words } from '#lib/input.ts';

export const REASON_MAX_LENGTH = 200;

/** 確認済み, and whether the letter is skipped: 今月は送らない (domain.md#skipped-letters). */
export interface Check {
  residentId: string;
  checked: boolean;
  /** Names; null if nobody has, or if that person has left. */
  checkedBy: string | null;
  checkedAt: string | null;
  /** null when the letter goes out. */
  whySkipped: string | null;
  skippedBy: string | null;
  skippedAt: string | null;
}

export type CheckChange = Partial<Pick<Check, 'checked' | 'whySkipped'>>;

/** What `Check` is called in the API (contract.md#letters). */
const CheckSchema = z.object({
  residentId: z.string(),
  checked: z.boolean(),
  checkedBy: z.string().nullable(),
  checkedAt: z.string().nullable(),
  withheld: z.string().nullable(),
  withheldBy: z.string().nullable(),
  withheldAt: z.string().nullable(),
});
export const CheckOutput = z.object({ check: CheckSchema });

const Reason = words({ label: '送らない理由', max: REASON_MAX_LENGTH });

export const CheckInput = z.strictObject({
  checked: z.boolean('確認済みかどうかを選んでください。').optional(),
  withheld: Reason.nullable().optional(),
});

export const toCheckChange = ({ checked, withheld }: z.output<typeof CheckInput>): CheckChange => ({
  ...(checked !== undefined && { checked }),
  ...(withheld !== undefined && { whySkipped: withheld }),
});

export const toCheckOutput = ({ whySkipped, skippedBy, skippedAt, ...check }: Check) => ({
  ...check,
  withheld: whySkipped,
  withheldBy: skippedBy,
  withheldAt: skippedAt,
});

/** A button of the preview. */
export const CheckFormInput = z.object({
  ...LetterOfOne,
  checked: z.enum(['yes', 'no'], 'もう一度、ボタンを押してください。'),
});

export const SkipFormInput = z.object({ ...LetterOfOne, reason: Reason });
export const SendAfterAllFormInput = z.object(LetterOfOne);
