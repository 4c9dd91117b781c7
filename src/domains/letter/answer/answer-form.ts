import type { Link } from '#domains/letter/link.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import { asAppError } from '#server/failures.ts';
import type { Runtime } from '#server/runtime.ts';
import { AnswerInput } from './answer.ts';
import { sendAnswer } from './family-answers.ts';

const FORM = 'application/x-www-form-urlencoded';

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
  if (!request.headers.get('content-type')?.startsWith(FORM)) {
    throw new AppError(415, 'お便りのページから、もう一度お試しください。');
  }
  const text = new URLSearchParams(await request.text()).get('body') ?? '';
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

/** Of a word that may be sent again later, the text must not be lost. @throws any other error */
function laterOrThrow(thrown: unknown): AppError {
  const error = asAppError(thrown);
  if (error instanceof AppError && [429, 503, 507].includes(error.status)) return error;
  throw error;
}
