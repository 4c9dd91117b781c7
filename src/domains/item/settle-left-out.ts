import { z } from 'zod';
import type { Actor } from '#domains/account/session/session.ts';
import { findResident } from '#domains/people/resident-rows.ts';
import { allowsOthersLetters, whyLeftOut } from '#domains/people/consent.ts';
import { REOPEN, formId } from '#lib/input.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { writeChange } from './change-items.ts';
import { MAX_HELD_SHOWN } from './held.ts';
import { listLeftOutByRule, readItemWithPeople } from './item-people.ts';
import { living, withPhoto } from './item-rows.ts';
import { toStaffItem } from './item-view.ts';
import type { Item, ItemWithPeople } from './item.ts';
import { isLeftOutByRule } from './leave-out.ts';
import { writeNames } from './name-people.ts';
import { byPhoto, photosIn } from './tile.ts';
import { requireLiving } from './write-items.ts';

export interface LeftOutPhoto {
  items: [Item, ...Item[]];
  why: string;
}

/** Photos that a rule leaves out of the letters, and because of whom; at most `MAX_HELD_SHOWN`. */
export async function readLeftOut(rt: Runtime, actor: Actor): Promise<LeftOutPhoto[]> {
  const photos: LeftOutPhoto[] = [];
  for (const items of byPhoto(await listLeftOut(rt.db, actor.host.id, MAX_HELD_SHOWN))) {
    const item = await readItemWithPeople(rt, actor, items[0].id);
    const on = await listAgainst(rt.db, actor, item);
    const gone = await namesOf(rt.db, actor, new Set(item.leftOutFor));
    photos.push({
      items,
      why: whyLeftOut(
        on.map(({ name }) => name),
        gone,
      ),
    });
  }
  return photos;
}

export async function countLeftOut({ db }: Runtime, { host }: Actor): Promise<number> {
  return photosIn(await listLeftOut(db, host.id, MAX_HELD_SHOWN));
}

/**
 * Lets photos in, since whoever was named or taken off is not on them, or keeps them out.
 * @throws AppError 404, 409, 422; then nothing is changed
 */
export const settleLeftOut = (
  rt: Runtime,
  actor: Actor,
  { itemIds, answer }: SettleLeftOutInput,
): Promise<void> =>
  inTransaction(rt, async (tx) => {
    for (const id of itemIds) {
      const row = await requireLiving(tx, actor, id);
      if (answer === 'letIn') await takeWrongNames(tx, actor, id);
      for (const one of await listLeftOutByRule(tx.db, row)) {
        const other = await requireLiving(tx, actor, one.id);
        await writeChange(tx, actor, other, { leftOut: answer === 'keepOut' });
      }
    }
  });

/** Whoever is named and has not agreed is not on it after all. */
async function takeWrongNames(tx: Tx, actor: Actor, id: string): Promise<void> {
  const item = await readItemWithPeople(tx, actor, id);
  const wrong = new Set((await listAgainst(tx.db, actor, item)).map((one) => one.id));
  if (wrong.size === 0) return;
  const named = item.people.filter(({ isNamed }) => isNamed).map((one) => one.residentId);
  const rest = named.filter((one) => !wrong.has(one));
  await writeNames(tx, actor, id, rest);
}

export const SettleLeftOutInput = z.object({
  itemIds: z.array(formId(64)).min(1, '写真に印をつけてください。').max(MAX_HELD_SHOWN, REOPEN),
  answer: z.enum(['letIn', 'keepOut'], REOPEN),
});
type SettleLeftOutInput = z.output<typeof SettleLeftOutInput>;

/** People named on it who have not agreed to others' letters. */
async function listAgainst(db: Db, { host }: Actor, { people }: ItemWithPeople) {
  const named = people.filter(({ isNamed }) => isNamed);
  const rows = await Promise.all(
    named.map(({ residentId }) => findResident(db, host.id, residentId)),
  );
  return rows.filter((row) => row !== undefined).filter((row) => !allowsOthersLetters(row));
}

const namesOf = async (db: Db, { host }: Actor, ids: ReadonlySet<string>): Promise<string[]> =>
  Promise.all([...ids].map(async (id) => (await findResident(db, host.id, id))?.name ?? ''));

const listLeftOut = async (db: Db, hostId: string, limit: number): Promise<Item[]> =>
  (
    await withPhoto(living(db, hostId).where(isLeftOutByRule))
      .orderBy('items.taken_on')
      .orderBy('items.created_at')
      .orderBy('items.id')
      .limit(limit)
      .execute()
  ).map(toStaffItem);
