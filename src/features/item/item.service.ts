import type { BlobRow, ItemRow } from '#db/schema.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { conflict, invalid, notFound } from '#lib/errors.ts';
import { enqueueJob } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { newId } from '#server/secrets.ts';
import { VARIANTS_JOB } from '#features/photo/photo.jobs.ts';
import type { AcceptedPhoto } from '#features/photo/photo.service.ts';
import { acceptUpload, findSignedBlob, saveAccepted } from '#features/photo/photo.service.ts';
import { askAboutPhotosAgain, requirePlace } from '#features/resident/resident.service.ts';
import type { AuditAction } from '#features/audit/audit.ts';
import type { Actor } from '#features/session/session.ts';
import { readItem } from './item-list.service.ts';
import { orderItem } from './order-item.service.ts';
import { turnItem } from './turn-item.service.ts';
import { duplicate, noteItem, onConflict, requireLiving, writeItem } from './item-write.service.ts';
import { deleteItemsDeletedBefore } from './deleted-items.repository.ts';
import type { CreateItemInput, Item, UpdateItemInput } from './item.ts';
import { defaultDay, restorableSince } from './item.ts';
import {
  findItemRow,
  findSamePicture,
  findUploadedItem,
  insertItem,
  markItemsDeleted,
} from './item.repository.ts';

/**
 * Creates an item from an upload (contract.md#items); idempotent per blob.
 * @throws AppError 404 unknown resident, 409 same picture in the same place, 422
 */
export async function createItem(rt: Runtime, actor: Actor, input: CreateItemInput): Promise<Item> {
  const blob = await findSignedBlob(rt, actor.host.id, input.blob);
  const known = await findUploadedItem(rt.db, blob.id);
  if (known) return readItem(rt, actor, known.id);
  try {
    return await createNewItem(rt, actor, input, blob);
  } catch (error) {
    // A concurrent request was faster.
    const twin = await findUploadedItem(rt.db, blob.id);
    if (!twin) throw error;
    return readItem(rt, actor, twin.id);
  }
}

async function createNewItem(
  rt: Runtime,
  actor: Actor,
  input: CreateItemInput,
  blob: BlobRow,
): Promise<Item> {
  await requirePlace(rt, actor, input.residentId);
  const today = requireNotLater(rt, input.takenOn);
  if (blob.sha256) await requireNewPicture(rt, actor, input.residentId, blob.sha256);
  const photo = await acceptUpload(rt, blob);
  const { takenOn, isHeld } = input.takenOn
    ? { takenOn: input.takenOn, isHeld: false }
    : defaultDay(photo.change.exif_taken_on, today);
  const id = newId();
  await saveUploadedItem(rt, actor, photo, {
    id,
    resident_id: input.residentId,
    taken_on: takenOn,
    caption: input.caption,
    held: isHeld ? 1 : 0,
  });
  return readItem(rt, actor, (await findUploadedItem(rt.db, blob.id))?.id ?? id);
}

type NewItem = Pick<ItemRow, 'id' | 'resident_id' | 'taken_on' | 'caption' | 'held'>;

async function saveUploadedItem(
  rt: Runtime,
  actor: Actor,
  photo: AcceptedPhoto,
  item: NewItem,
): Promise<void> {
  const now = rt.clock.now();
  await onConflict(() =>
    inTransaction(rt, async (tx) => {
      if (!(await saveAccepted(tx.db, photo))) return; // a twin request was faster
      await insertItem(tx.db, {
        ...item,
        host_id: actor.host.id,
        blob_id: photo.blob.id,
        picture: photo.sha256,
        created_by: actor.id,
        created_at: now.toISOString(),
        deleted_at: null,
      });
      await enqueueJob(tx.db, {
        kind: VARIANTS_JOB,
        hostId: actor.host.id,
        payload: { blobId: photo.blob.id },
        runAt: now,
      });
      await noteItem(tx, actor, 'photo.added', item);
    }),
  );
}

const addedAgain = () =>
  conflict(
    '同じ写真が、あとからもう一度追加されています。そちらがお便りに載りますので、元に戻す必要はありません。',
  );

async function requireNewPicture(
  rt: Runtime,
  actor: Actor,
  residentId: string | null,
  picture: string,
): Promise<void> {
  if (await findSamePicture(rt.db, actor.host.id, residentId, picture)) throw duplicate();
}

/** @returns today. @throws AppError 422 for a future day */
function requireNotLater(rt: Runtime, takenOn: string | undefined): string {
  const today = civilDateOf(rt.clock.now());
  if (takenOn !== undefined && takenOn > today) {
    const text = '今日より後の日付にはできません。';
    throw invalid(text, { takenOn: [text] });
  }
  return today;
}

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

/** Deletes a resident's photos like `deleteItem`. @param ids undefined: all */
export const deleteItemsOf = (
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  of: { hostId: string; residentId: string },
  ids?: readonly string[],
) => markItemsDeleted(db, of, ids, clock.now().toISOString());

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

/** Ends the undo period; the next sweep deletes the files. */
export async function forgetDeletedItems(rt: Runtime): Promise<void> {
  await deleteItemsDeletedBefore(rt.db, restorableSince(rt.clock.now()));
}
