import type { Actor } from '#domains/account/session/session.ts';
import { changeCheckIn } from '#domains/letter/check/check-letter.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { requireMonth } from './edit-letters.ts';
import { canCheckTogether } from './month-letters.ts';
import { readMonthLetters } from './read-month.ts';

/**
 * まとめて確認: letters with photos and no unread text, but for those that something came to since.
 * @param asOf when the page was shown, as an instant in ISO 8601
 * @returns how many. @throws AppError 404 for a future month
 */
export const checkTogether = (
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  asOf: string,
): Promise<number> =>
  inTransaction(rt, async (tx) => {
    const month = requireMonth(tx, String(yearMonth));
    const letters = (await readMonthLetters(tx, actor, month))
      .filter(canCheckTogether)
      .filter(({ latest }) => latest === null || latest <= asOf);
    for (const { id } of letters) await changeCheckIn(tx, actor, month, id, { checked: true });
    return letters.length;
  });
