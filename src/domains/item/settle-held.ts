import { z } from 'zod';
import type { ItemRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { AppError } from '#lib/errors.ts';
import { REOPEN, formId } from '#lib/input.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { writeChange } from './change-items.ts';
import { readFirstMonth } from './first-month.ts';
import { MAX_HELD_SHOWN, oldestOpenMonth } from './held.ts';
import { findItemRow, living, withPhoto } from './item-rows.ts';
import { toStaffItem } from './item-view.ts';
import type { Item, UpdateItemInput } from './item.ts';
import { Together } from './item.ts';
import { listOfDay } from './together.ts';

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
  countHeldPhotos(db, host.id);

/**
 * One answer for several photos. Passes over those that were answered or deleted meanwhile, and
 * those too old for a letter.
 * @returns how many this call changed
 * @throws AppError the first refusal, once all others are answered
 */
export async function answerHeld(
  rt: Runtime,
  actor: Actor,
  { itemIds, answer, together }: AnswerHeldInput,
): Promise<number> {
  const today = civilDateOf(rt.clock.now());
  const now = yearMonthOf(today);
  const { answered, refusal } = await inTransaction(rt, async (tx) => {
    const first = await readFirstMonth(tx.db, actor.host.id, now);
    let answered = 0;
    let refusal: AppError | undefined;
    for (const row of await listAsked(tx.db, actor, { itemIds, together })) {
      if (row.held !== (answer === 'aside' ? 0 : 1)) continue;
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

/** Living ones; with `together` everyone's of each photo and day. */
async function listAsked(
  db: Db,
  { host }: Actor,
  { itemIds, together }: Pick<AnswerHeldInput, 'itemIds' | 'together'>,
): Promise<ItemRow[]> {
  const rows = new Map<string, ItemRow>();
  for (const id of itemIds) {
    const row = await findItemRow(db, host.id, id);
    if (!row || row.deleted_at !== null) continue;
    const asked = together ? await listOfDay(db, row, { isLiving: true }) : [row];
    for (const one of asked) rows.set(one.id, one);
  }
  return [...rows.values()];
}

const CHANGES: Record<AnswerHeldInput['answer'], (today: CivilDate) => UpdateItemInput> = {
  now: (today) => ({ takenOn: today }),
  keep: () => ({ held: false }),
  aside: () => ({ held: true }),
};

/** `now`: as photos of today; `keep`: into the letters of their months; `aside` takes that back. */
export const HELD_ANSWERS = ['now', 'keep', 'aside'] as const;

export const AnswerHeldInput = z.object({
  itemIds: z.array(formId(64)).min(1, '写真に印をつけてください。').max(MAX_HELD_SHOWN, REOPEN),
  answer: z.enum(HELD_ANSWERS, REOPEN),
  together: Together,
});

export type AnswerHeldInput = z.output<typeof AnswerHeldInput>;

/** Held, and not left out of the letters: that is an answer too. */
const waiting = (db: Db, hostId: string) =>
  living(db, hostId).where('items.held', '=', 1).where('items.left_out', '=', 0);

/** Photos that wait for an answer, oldest day first. */
const listHeldItems = (db: Db, hostId: string, limit: number) =>
  withPhoto(waiting(db, hostId))
    .orderBy('items.taken_on')
    .orderBy('items.created_at')
    .orderBy('items.id')
    .limit(limit)
    .execute();

/** Photos, whoever has them. A grouping would be made from an index of all photos. */
async function countHeldPhotos(db: Db, hostId: string): Promise<number> {
  const { n } = await waiting(db, hostId)
    .select(({ eb, fn, ref }) =>
      fn
        .count<number>(eb('items.blob_id', '||', ref('items.taken_on')))
        .distinct()
        .as('n'),
    )
    .executeTakeFirstOrThrow();
  return n;
}
