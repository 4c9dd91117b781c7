import { z } from 'zod';
import type { Actor } from '#domains/account/session/session.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import { opaque } from '#lib/input.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { writeChange } from './change-items.ts';
import { readFirstMonth } from './first-month.ts';
import { MAX_HELD_SHOWN, oldestOpenMonth } from './held.ts';
import { countHeldItems, findItemRow, listHeldItems } from './item-rows.ts';
import { toStaffItem } from './item-view.ts';
import type { Item, UpdateItemInput } from './item.ts';

/** Photos that wait for an answer, at most `MAX_HELD_SHOWN`, and the facility's first letter. */
export async function readHeld(
  { db, clock }: Runtime,
  { host }: Actor,
): Promise<{ items: Item[]; firstMonth: YearMonth }> {
  const now = yearMonthOf(civilDateOf(clock.now()));
  const rows = await listHeldItems(db, host.id, MAX_HELD_SHOWN);
  return { items: rows.map(toStaffItem), firstMonth: await readFirstMonth(db, host.id, now) };
}

export const countHeld = ({ db }: Runtime, { host }: Actor): Promise<number> =>
  countHeldItems(db, host.id);

/**
 * One answer for several photos. Passes over those that were answered or deleted meanwhile, and
 * those too old for a letter.
 * @returns how many this call changed
 * @throws AppError the first refusal, once all others are answered
 */
export async function answerHeld(
  rt: Runtime,
  actor: Actor,
  { itemIds, answer }: AnswerHeldInput,
): Promise<number> {
  const today = civilDateOf(rt.clock.now());
  const now = yearMonthOf(today);
  const { answered, refusal } = await inTransaction(rt, async (tx) => {
    const first = await readFirstMonth(tx.db, actor.host.id, now);
    let answered = 0;
    let refusal: AppError | undefined;
    for (const id of new Set(itemIds)) {
      const row = await findItemRow(tx.db, actor.host.id, id);
      if (!row || row.deleted_at !== null || row.held !== (answer === 'aside' ? 0 : 1)) continue;
      const isTooOld = yearMonthOf(row.taken_on) < oldestOpenMonth(first, now);
      if (answer === 'keep' && isTooOld) continue;
      try {
        await writeChange(tx, actor, row, CHANGES[answer](today));
        answered += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refusal ??= error;
      }
    }
    return { answered, refusal };
  });
  if (refusal) throw refusal;
  return answered;
}

const CHANGES: Record<AnswerHeldInput['answer'], (today: CivilDate) => UpdateItemInput> = {
  now: (today) => ({ takenOn: today }),
  keep: () => ({ held: false }),
  aside: () => ({ held: true }),
};

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
