import type { ItemRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { askAboutPhotosAgain } from '#domains/people/read-residents.ts';
import { releaseBlob } from '#domains/photo/take-in-photo.ts';
import { conflict, notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import { pace } from '#server/pace.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { leaveOutWithoutThem } from './consent-of-picture.ts';
import { findItemRow } from './item-rows.ts';
import type { DeleteInput, Item } from './item.ts';
import { restorableSince } from './item.ts';
import { letIn, markOf } from './leave-out.ts';
import { readItem } from './list-items.ts';
import {
  leaveOthersOut,
  markItemsDeleted,
  noteItem,
  requireLiving,
  showPicturesOf,
  unlessTaken,
  updateItem,
} from './write-items.ts';

export const addedAgain = () =>
  conflict(
    '同じ写真が、あとからもう一度追加されています。そちらがお便りに載りますので、元に戻す必要はありません。',
  );

/** Marks an item as deleted; it can be restored for 24 hours. @throws AppError 404 */
export const deleteItem = (
  rt: Runtime,
  actor: Actor,
  id: string,
  { isMistake }: Pick<DeleteInput, 'isMistake'> = {},
): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const row = await requireLiving(tx, actor, id);
    await markDeleted(tx, [row], isMistake);
    await noteItem(tx, actor, { action: 'photo.deleted' }, row);
  });

/**
 * In one act, without a note in the audit log. Of a picture that is hidden for a resident, others'
 * items are left out of the letters. @param isMistake staff say that the resident is not on it
 */
export async function markDeleted(
  { db, clock }: Tx,
  rows: readonly ItemRow[],
  isMistake?: boolean,
): Promise<void> {
  const deleted_at = clock.now().toISOString();
  const except = rows.map(({ id }) => id);
  for (const { id, host_id: hostId, resident_id: residentId } of rows) {
    if (residentId !== null) {
      await leaveOthersOut(db, { hostId, residentId }, [id], { except, isMistake });
    }
    await updateItem(db, hostId, id, { deleted_at });
  }
}

/**
 * Deletes a resident's photos that are hidden like `deleteItem`. @param ids undefined: all
 */
export async function deleteItemsOf(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  of: { hostId: string; residentId: string },
  ids?: readonly string[],
): Promise<void> {
  await leaveOthersOut(db, of, ids);
  await markItemsDeleted(db, of, ids, clock.now().toISOString());
}

interface OfResident {
  hostId: string;
  residentId: string;
}

/** Ends what is hidden for a resident whose photos were all deleted. */
export const endHiding = ({ db }: Tx, of: OfResident) => showPicturesOf(db, of);

/** Leaves others' items of what is hidden for a resident out, before the resident is removed. */
export async function leaveHiddenOut({ db }: Tx, of: OfResident): Promise<void> {
  await leaveOthersOut(db, of);
}

export const tooLate = () =>
  notFound('この写真は、もう元に戻せません。元に戻せるのは、削除してから24時間のあいだです。');

/** Undoes a deletion; without consent the photo stays hidden. @throws AppError 404, 409 */
export async function restoreItem(rt: Runtime, actor: Actor, id: string): Promise<Item> {
  const { id: hostId } = actor.host;
  const restore = async (tx: Tx): Promise<void> => {
    const row = await findItemRow(tx.db, hostId, id);
    if (!row || (row.deleted_at !== null && row.deleted_at < restorableSince(tx.clock.now())))
      throw tooLate();
    if (row.deleted_at === null) return;
    await markRestored(tx, [row]);
    await noteItem(tx, actor, { action: 'photo.restored' }, row);
  };
  await unlessTaken(rt, restore, addedAgain);
  return readItem(rt, actor, id);
}

/** Without a note in the audit log. Others' items are in the letters again as they were. */
export async function markRestored(tx: Tx, rows: readonly ItemRow[]): Promise<void> {
  const except = rows.map(({ id }) => id);
  for (const row of rows) {
    const { host_id: hostId, id, resident_id: residentId } = row;
    await updateItem(tx.db, hostId, id, { deleted_at: null });
    if (residentId === null) continue;
    await askAboutPhotosAgain(tx.db, hostId, residentId);
    await letIn(tx.db, row, markOf(residentId, 'taken off'), except);
  }
  await leaveOutWithoutThem(tx, rows);
}

/** Ends the undo period; the next sweep deletes the files of photos that nothing shows any more. */
export function forgetDeletedItems(rt: Runtime): Promise<void> {
  const before = restorableSince(rt.clock.now());
  return pace.untilDone('deleted photos', (count) =>
    inTransaction(rt, async ({ db }) => {
      const gone = await deleteItemsDeletedBefore(db, before, count);
      for (const { host_id, blob_id } of gone) await releaseBlob(db, host_id, blob_id);
      return gone.length;
    }),
  );
}

/** Expired ones cannot be restored. @returns whose photo each was */
const deleteItemsDeletedBefore = (db: Db, before: string, limit: number) =>
  db
    .deleteFrom('items')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('items').select('items.id').where('deleted_at', '<', before).limit(limit),
    )
    .returning(['host_id', 'blob_id'])
    .execute();
