import type { ItemRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { AuditAction } from '#domains/audit/audit.ts';
import { askAboutPhotosAgain, requireStay } from '#domains/people/residents.ts';
import { releaseBlob } from '#domains/photo/photos.ts';
import { turnPhoto, turnedMeanwhile } from '#domains/photo/turn-photo.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { conflict, invalid, notFound } from '#lib/errors.ts';
import type { Flag } from '#lib/flags.ts';
import { isOn, toFlag } from '#lib/flags.ts';
import type { Degrees } from '#server/image/task.ts';
import { pace } from '#server/pace.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { deleteItemsDeletedBefore } from './deleted-items.ts';
import { readFirstMonth } from './first-month.ts';
import { NOT_ASIDE, tooOldText } from './held.ts';
import { findItemRow, listDayOfPlace } from './item-rows.ts';
import type { Item, OrderStep, UpdateItemInput } from './item.ts';
import { restorableSince } from './item.ts';
import { readItem } from './list-items.ts';
import type { ItemChange } from './write-items.ts';
import {
  leaveOthersOut,
  markItemsDeleted,
  noteItem,
  requireLiving,
  requireNotLater,
  showPicturesOf,
  unlessTaken,
  updateItem,
  updateItemsOfBlob,
} from './write-items.ts';

export const addedAgain = () =>
  conflict(
    '同じ写真が、あとからもう一度追加されています。そちらがお便りに載りますので、元に戻す必要はありません。',
  );

/**
 * Changes day, caption, order or direction, or leaves the photo out of the letters; a chosen day
 * releases a held photo, which keeps its own day only for a letter that is there.
 * @throws AppError 404, 409, 422, 503
 */
export async function changeItem(
  rt: Runtime,
  actor: Actor,
  id: string,
  input: UpdateItemInput,
): Promise<Item> {
  requireNotLater(rt, input.takenOn);
  const write = async (tx: Tx) => writeChange(tx, actor, await requireLiving(tx, actor, id), input);
  if (input.rotate === undefined) await inTransaction(rt, write);
  else await turnItem(rt, actor, id, input.rotate, write);
  return readItem(rt, actor, id);
}

/** A chosen day is an answer, unless the photo is put aside with it. */
const heldAfter = ({ held }: ItemRow, input: UpdateItemInput): Flag => {
  if (input.held !== undefined) return toFlag(input.held);
  return input.takenOn === undefined ? held : 0;
};

/** @throws AppError 422 (domain.md#held-photos) */
async function requireHeldAnswer(
  { db, clock }: Tx,
  actor: Actor,
  row: ItemRow,
  { held, takenOn }: UpdateItemInput,
): Promise<void> {
  const yearMonth = yearMonthOf(takenOn ?? row.taken_on);
  const now = yearMonthOf(civilDateOf(clock.now()));
  if (held === true && yearMonth >= now) throw invalid(NOT_ASIDE, { held: [NOT_ASIDE] });
  if (!isOn(row.held) || held !== false || takenOn !== undefined) return;
  const refusal = tooOldText(yearMonth, await readFirstMonth(db, actor.host.id, now), now);
  if (refusal !== null) throw invalid(refusal, { held: [refusal] });
}

/** Checks, then writes only what was given. @param row as it is in this transaction */
export async function writeChange(
  tx: Tx,
  actor: Actor,
  row: ItemRow,
  input: UpdateItemInput,
): Promise<void> {
  const { takenOn, caption, leftOut, order } = input;
  if (takenOn !== undefined) await requireStay(tx, actor, row.resident_id, takenOn);
  await requireHeldAnswer(tx, actor, row, input);
  if (order !== undefined) await orderItem(tx, actor, row, order);
  const held = heldAfter(row, input);
  const change: ItemChange = {
    ...(takenOn !== undefined && { taken_on: takenOn }),
    ...(takenOn !== undefined && takenOn !== row.taken_on && { position: 0 }),
    ...(held !== row.held && { held }),
    ...(caption !== undefined && { caption }),
    ...(leftOut !== undefined && { left_out: toFlag(leftOut) }),
  };
  const acts = actsOf(row, { ...row, ...change });
  if (acts.length > 0) await updateItem(tx.db, actor.host.id, row.id, change);
  for (const [action, detail] of acts) await noteItem(tx, actor, action, row, detail);
}

/** What a change is, for the audit log. */
function actsOf(row: ItemRow, to: ItemRow): [AuditAction, string?][] {
  const acts: [AuditAction, string?][] = [];
  if (to.held > row.held) acts.push(['photo.put_aside']);
  else if (to.held < row.held) acts.push(['photo.answered', String(yearMonthOf(to.taken_on))]);
  else if (to.taken_on !== row.taken_on) acts.push(['photo.dated']);
  if (to.caption !== row.caption) acts.push(['photo.captioned']);
  if (to.left_out !== row.left_out) acts.push([to.left_out ? 'photo.left_out' : 'photo.let_in']);
  return acts;
}

/** Marks an item as deleted; it can be restored for 24 hours. @throws AppError 404 */
export const deleteItem = (rt: Runtime, actor: Actor, id: string): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const row = await requireLiving(tx, actor, id);
    await markDeleted(tx, row);
    await noteItem(tx, actor, 'photo.deleted', row);
  });

/**
 * Without a note in the audit log. Of a picture that is hidden for its resident, others' items are
 * left out of the letters.
 */
export async function markDeleted(
  { db, clock }: Tx,
  { id, host_id: hostId, resident_id: residentId }: ItemRow,
): Promise<void> {
  await updateItem(db, hostId, id, { deleted_at: clock.now().toISOString() });
  if (residentId !== null) await leaveOthersOut(db, { hostId, residentId }, [id]);
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
    await markRestored(tx, row);
    await noteItem(tx, actor, 'photo.restored', row);
  };
  await unlessTaken(rt, restore, addedAgain);
  return readItem(rt, actor, id);
}

/** Without a note in the audit log. */
export async function markRestored({ db }: Tx, row: ItemRow): Promise<void> {
  await updateItem(db, row.host_id, row.id, { deleted_at: null });
  if (row.resident_id !== null) await askAboutPhotosAgain(db, row.host_id, row.resident_id);
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

/**
 * Exchanges a photo with the one before or after it in the letter, among those of its day and
 * place; nothing happens at either end (domain.md#a-letter).
 */
async function orderItem(tx: Tx, actor: Actor, row: ItemRow, step: OrderStep): Promise<void> {
  const day = await listDayOfPlace(tx.db, actor.host.id, row);
  const at = day.findIndex(({ id }) => id === row.id);
  const to = step === 'earlier' ? at - 1 : at + 1;
  const [photo, other] = [day[at], day[to]];
  if (!photo || !other) return;
  [day[at], day[to]] = [other, photo];
  for (const [index, { id, position }] of day.entries()) {
    const wanted = index - day.length;
    if (position !== wanted) await updateItem(tx.db, actor.host.id, id, { position: wanted });
  }
  await noteItem(tx, actor, 'photo.ordered', row);
}

/**
 * Turns the photo of an item clockwise, for all items that share it.
 * @param alsoWrite what is to change with it, in the same transaction
 * @throws AppError 404; 409 if it was turned or deleted meanwhile, and as `turnPhoto`
 */
async function turnItem(
  rt: Runtime,
  actor: Actor,
  id: string,
  degrees: Degrees,
  alsoWrite: (tx: Tx) => Promise<void>,
): Promise<void> {
  const row = await requireLiving(rt, actor, id);
  await turnPhoto(rt, row.blob_id, degrees, async (tx, newBlobId) => {
    if (!(await updateItemsOfBlob(tx.db, actor.host.id, row.blob_id, newBlobId))) {
      throw turnedMeanwhile();
    }
    await noteItem(tx, actor, 'photo.turned', await requireLiving(tx, actor, id));
    await alsoWrite(tx);
  });
}
