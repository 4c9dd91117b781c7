import { z } from 'zod';
import { LetterOfOne, NoteFormInput, NoteInput } from '#domains/letter/note/note.ts';
import { REOPEN, sent, words } from '#lib/input.ts';

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
  /** Saved first, in the same step: checking a letter may write its note. */
  note: NoteInput.optional(),
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

/** 確認して次へ, with the note that stands beside it. */
export const CheckFormInput = NoteFormInput;
export const OfOneFormInput = z.object(LetterOfOne);
export const SkipFormInput = z.object({ ...LetterOfOne, reason: Reason });

/** まとめて確認: what came after the page was shown is not checked unseen. */
export const CheckTogetherInput = z.object({
  yearMonth: LetterOfOne.yearMonth,
  asOf: sent(REOPEN, 30).pipe(z.iso.datetime(REOPEN)),
  body: NoteFormInput.shape.body.optional(),
});
