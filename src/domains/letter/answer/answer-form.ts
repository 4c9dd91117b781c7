import { laterOrThrow, readFamilyForm } from '#domains/people/family-form.ts';
import type { Link } from '#domains/letter/link.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { AnswerInput } from './answer.ts';
import { sendAnswer } from './family-answers.ts';

/** Why a word was not taken. What was typed is shown again. */
export interface Refusal {
  status: number;
  retryAfter?: number | undefined;
  reason: 'wrong' | 'full' | 'off' | 'later';
  /** For `wrong`. */
  error?: string;
  text: string;
}

const STATUS = { full: 429, off: 409 } as const;

/**
 * A family's form (contract.md#letters). @returns null when the word has arrived
 * @throws AppError 404, 415
 */
export async function receiveAnswer(
  rt: Runtime,
  link: Link,
  yearMonth: YearMonth,
  request: Request,
): Promise<Refusal | null> {
  const { body: text = '' } = await readFamilyForm(request);
  const input = AnswerInput.safeParse({ body: text });
  if (!input.success) {
    const error = input.error.issues[0]?.message ?? '';
    return { status: 422, reason: 'wrong', error, text };
  }
  const sending = await sendAnswer(rt, link, yearMonth, input.data.body).catch(laterOrThrow);
  if (sending === 'sent') return null;
  if (sending instanceof AppError) {
    const { status, retryAfter } = sending;
    return { status, retryAfter, reason: 'later', text };
  }
  return { status: STATUS[sending], reason: sending, text };
}
