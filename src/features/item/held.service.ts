import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { Actor } from '#features/session/session.ts';
import type { AnswerHeldInput } from './held-answer.ts';
import type { HeldGroup } from './held.ts';
import { MAX_HELD_SHOWN, heldGroups } from './held.ts';
import { toStaffItem } from './item-list.service.ts';
import type { Item } from './item.ts';
import { countHeldByDay, findItemRow, listHeldItems } from './item.repository.ts';
import { writeChange } from './item.service.ts';

/** At most `MAX_HELD_SHOWN`. @param residentId null: facility-wide; undefined: all */
export const readHeldItems = async (
  rt: Runtime,
  actor: Actor,
  residentId?: string | null,
): Promise<Item[]> =>
  (await listHeldItems(rt.db, actor.host.id, residentId, MAX_HELD_SHOWN)).map(toStaffItem);

export const readHeldGroups = async (rt: Runtime, actor: Actor): Promise<HeldGroup[]> =>
  heldGroups(await readHeldItems(rt, actor));

export async function countHeld(rt: Runtime, actor: Actor) {
  const months = new Map<number, number>();
  for (const { taken_on, count } of await countHeldByDay(rt.db, actor.host.id)) {
    const yearMonth = yearMonthOf(taken_on);
    months.set(yearMonth, (months.get(yearMonth) ?? 0) + count);
  }
  return [...months]
    .map(([yearMonth, count]) => ({ yearMonth, count }))
    .sort((a, b) => a.yearMonth - b.yearMonth);
}

/** Skips photos answered or deleted meanwhile. @returns how many this call answered */
export async function answerHeld(
  rt: Runtime,
  actor: Actor,
  { itemIds, answer }: AnswerHeldInput,
): Promise<number> {
  const change =
    answer === 'now' ? { takenOn: civilDateOf(rt.clock.now()) } : { held: false as const };
  return inTransaction(rt, async (tx) => {
    let answered = 0;
    for (const id of new Set(itemIds)) {
      const row = await findItemRow(tx.db, actor.host.id, id);
      if (row?.held !== 1 || row.deleted_at !== null) continue;
      await writeChange(tx, actor, row, change);
      answered += 1;
    }
    return answered;
  });
}
