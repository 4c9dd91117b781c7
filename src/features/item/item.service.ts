import type { ItemRow } from '#db/schema.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { conflict, notFound } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { releaseBlob } from '#features/photo/photo.service.ts';
import { askAboutPhotosAgain, requireStay } from '#features/resident/resident.service.ts';
import type { AuditAction } from '#features/audit/audit.ts';
import type { Actor } from '#features/session/session.ts';
import { readItem } from './item-list.service.ts';
import { orderItem } from './order-item.service.ts';
import { turnItem } from './turn-item.service.ts';
import { noteItem, requireLiving, requireNotLater, writeItem } from './item-write.service.ts';
import { deleteItemsDeletedBefore } from './deleted-items.repository.ts';
import type { Item, UpdateItemInput } from './item.ts';
import { restorableSince } from './item.ts';
import { findItemRow } from './item.repository.ts';
import { leaveOthersOut, markItemsDeleted } from './item-write.repository.ts';

const addedAgain = () =>
  conflict(
    '同じ写真が、あとからもう一度追加されています。そちらがお便りに載りますので、元に戻す必要はありません。',
  );

/**
 * Changes day, caption, order or direction, or leaves the photo out of the letters; a chosen day
 * releases a held photo.
 * @throws AppError 404, 409, 422, 503
 */
export async function changeItem(
  rt: Runtime,
  actor: Actor,
  id: string,
  input: UpdateItemInput,
): Promise<Item> {
  requireNotLater(rt, input.takenOn);
  const row = await requireLiving(rt, actor, id);
  if (input.takenOn !== undefined) await requireStay(rt, actor, row.resident_id, input.takenOn);
  if (input.rotate !== undefined) await turnItem(rt, actor, row, input.rotate);
  if (input.order !== undefined) await orderItem(rt, actor, row, input.order);
  await writeChange(rt, actor, row, input);
  return readItem(rt, actor, id);
}

async function writeChange(
  rt: Runtime,
  actor: Actor,
  row: ItemRow,
  input: UpdateItemInput,
): Promise<void> {
  const { takenOn = row.taken_on, caption = row.caption, leftOut = row.left_out === 1 } = input;
  const change = {
    taken_on: takenOn,
    caption,
    held: input.takenOn !== undefined || input.held === false ? 0 : row.held,
    left_out: leftOut ? 1 : 0,
    ...(takenOn !== row.taken_on && { position: 0 }),
  } as const;
  const acts = actsOf(row, change);
  if (acts.length === 0) return;
  await writeItem(rt, actor, row.id, change, async (tx) => {
    for (const [action, detail] of acts) await noteItem(tx, actor, action, row, detail);
  });
}

type Change = Pick<ItemRow, 'taken_on' | 'caption' | 'held' | 'left_out'>;

/** What a change is, for the audit log. */
function actsOf(row: ItemRow, to: Change): [AuditAction, string?][] {
  const acts: [AuditAction, string?][] = [];
  if (to.held !== row.held) acts.push(['photo.answered', String(yearMonthOf(to.taken_on))]);
  else if (to.taken_on !== row.taken_on) acts.push(['photo.dated']);
  if (to.caption !== row.caption) acts.push(['photo.captioned']);
  if (to.left_out !== row.left_out) acts.push([to.left_out ? 'photo.left_out' : 'photo.let_in']);
  return acts;
}

/** Marks an item as deleted; it can be restored for 24 hours. @throws AppError 404 */
export async function deleteItem(rt: Runtime, actor: Actor, id: string): Promise<void> {
  const row = await requireLiving(rt, actor, id);
  const change = { deleted_at: rt.clock.now().toISOString() };
  await writeItem(rt, actor, id, change, (tx) => noteItem(tx, actor, 'photo.deleted', row));
}

/**
 * Deletes a resident's photos like `deleteItem`, and leaves the same pictures of others out of the
 * letters, since this resident is on them. @param ids undefined: all
 */
export async function deleteItemsOf(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  of: { hostId: string; residentId: string },
  ids?: readonly string[],
): Promise<void> {
  await leaveOthersOut(db, of, ids);
  await markItemsDeleted(db, of, ids, clock.now().toISOString());
}

const tooLate = () =>
  notFound('この写真は、もう元に戻せません。元に戻せるのは、削除してから24時間のあいだです。');

/** Undoes a deletion; without consent the photo stays hidden. @throws AppError 404, 409 */
export async function restoreItem(rt: Runtime, actor: Actor, id: string): Promise<Item> {
  const { id: hostId } = actor.host;
  const row = await findItemRow(rt.db, hostId, id);
  if (!row || (row.deleted_at !== null && row.deleted_at < restorableSince(rt.clock.now())))
    throw tooLate();
  if (row.deleted_at !== null) {
    const note = async (tx: Tx): Promise<void> => {
      await noteItem(tx, actor, 'photo.restored', row);
      if (row.resident_id !== null) await askAboutPhotosAgain(tx.db, hostId, row.resident_id);
    };
    await writeItem(rt, actor, id, { deleted_at: null }, note, addedAgain);
  }
  return readItem(rt, actor, id);
}

/** Per transaction, for which others wait. */
const FORGOTTEN_AT_ONCE = 100;

/** Ends the undo period; the next sweep deletes the files of photos that nothing shows any more. */
export async function forgetDeletedItems(rt: Runtime): Promise<void> {
  const before = restorableSince(rt.clock.now());
  const forgetSome = async ({ db }: Tx): Promise<number> => {
    const gone = await deleteItemsDeletedBefore(db, before, FORGOTTEN_AT_ONCE);
    for (const { host_id, blob_id } of gone) await releaseBlob(db, host_id, blob_id);
    return gone.length;
  };
  while ((await inTransaction(rt, forgetSome)) === FORGOTTEN_AT_ONCE);
}
