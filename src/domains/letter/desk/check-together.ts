import type { Actor } from '#domains/account/session/session.ts';
import { changeCheckIn } from '#domains/letter/check/check-letter.ts';
import { findShownText } from '#domains/letter/letter-rows.ts';
import {
  findLastShared,
  readMonthContents,
  readSharedForOne,
} from '#domains/letter/read-month-contents.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { conflict, invalid } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { requireMonth } from './edit-letters.ts';
import type { MonthLetter } from './month-letters.ts';
import { isOfFacilityOnly } from './month-letters.ts';
import { readMonthLetters } from './read-month.ts';

const CHANGED =
  'ごあいさつか施設のようすが変わったため、まだ確認済みにしていません。もう一度ご覧になってから、押してください。';
const WRITTEN =
  'ご様子を書いた方のお便りは、ほかの方と同じではありません。「確認して次へ」を押してください。';

/**
 * Unchecked letters that differ in the name only: they hold what every family sees, and nothing
 * else. None, where there is no such letter.
 */
export async function alikeAmong(
  { db }: Pick<Runtime, 'db'>,
  hostId: string,
  yearMonth: YearMonth,
  letters: readonly MonthLetter[],
): Promise<MonthLetter[]> {
  const bare = letters.filter(isOfFacilityOnly);
  if (bare.length === 0) return [];
  const { hasWords, sharedPhotosFor } = await readMonthContents(db, hostId, yearMonth, []);
  if (!hasWords && sharedPhotosFor !== 'everybody') return [];
  const others = await readSharedForOne(db, hostId, yearMonth);
  return bare.filter(({ id }) => !others.has(id));
}

interface Together {
  /** When the page was shown, as an instant in ISO 8601. */
  asOf: string;
  /** What was written about the one that was seen. */
  body?: string | undefined;
}

/**
 * まとめて確認, after one of them was seen: letters that differ in the name only, but for those that
 * something came to since (domain.md#skipped-letters).
 * @returns how many. @throws AppError 404 for a future month; 409 if what they hold has changed; 422
 */
export const checkTogether = (
  rt: Runtime,
  actor: Actor,
  yearMonth: YearMonth,
  { asOf, body = '' }: Together,
): Promise<number> =>
  inTransaction(rt, async (tx) => {
    if (body !== '') throw invalid(WRITTEN, { body: [WRITTEN] });
    const month = requireMonth(tx, String(yearMonth));
    const all = await readMonthLetters(tx, actor, month);
    const letters = (await alikeAmong(tx, actor.host.id, month, all)).filter(
      ({ latest }) => latest === null || latest <= asOf,
    );
    if (letters.length > 0 && (await hasChangedFor(tx, actor, month, asOf)))
      throw conflict(CHANGED);
    for (const { id } of letters) await changeCheckIn(tx, actor, month, id, { checked: true });
    return letters.length;
  });

async function hasChangedFor(
  { db }: Pick<Runtime, 'db'>,
  { host }: Actor,
  yearMonth: YearMonth,
  asOf: string,
): Promise<boolean> {
  const text = await findShownText(db, host.id, yearMonth);
  const photo = await findLastShared(db, host.id, yearMonth);
  return [text?.updated_at, photo].some((at) => (at ?? '') > asOf);
}
