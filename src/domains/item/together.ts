import type { ItemRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { AppError, conflict, invalid } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import type { ItemAct } from './change-items.ts';
import { applyChange, changeBy, changeItem } from './change-items.ts';
import { addedAgain, markDeleted, markRestored, tooLate } from './delete-items.ts';
import { toDeletedItem } from './deleted-items.ts';
import { findItemRow, findSamePicture, listItemsById, listItemsOfBlob } from './item-rows.ts';
import { toStaffItem } from './item-view.ts';
import type {
  ChangedTogether,
  DeleteInput,
  DeletedTogether,
  EverywhereForm,
  Item,
  RestoreInput,
  UpdateItemInput,
} from './item.ts';
import { restorableSince } from './item.ts';
import { readSeenWhileThere } from './seen-while-there.ts';
import { namesOf } from './still-there.ts';
import { noteItem, requireLiving, unlessTaken } from './write-items.ts';

/**
 * Deletes an item, or all of its stored photo and day, and says who still has the photo
 * (contract.md#items). @throws AppError 404
 */
export async function deleteAndTell(
  rt: Runtime,
  actor: Actor,
  id: string,
  { together, isMistake }: DeleteInput,
): Promise<DeletedTogether> {
  const { id: hostId } = actor.host;
  const { rows, seenBy } = await inTransaction(rt, async (tx) => {
    const row = await requireLiving(tx, actor, id);
    const all = together ? await listOfDay(tx.db, row, { isLiving: true }) : [row];
    const seenBy = await readSeenWhileThere(tx, actor, all);
    await markDeleted(tx, all, isMistake);
    await noteTogether(tx, actor, { action: 'photo.deleted' }, all, row);
    return { rows: all, seenBy };
  });
  const deleted = await listItemsById(
    rt.db,
    hostId,
    rows.map((row) => row.id),
  );
  const others = await listItemsOfBlob(rt.db, hostId, [rows[0]?.blob_id ?? '']);
  return {
    items: deleted.map(toDeletedItem),
    others: others.map(toStaffItem),
    seenBy,
  };
}

/**
 * Restores all items of a stored photo and day, or none. @param since only those deleted from then
 * on, so that undoing an act brings back what it took and nothing that was deleted before
 * @throws AppError 404, 409
 */
export async function restoreTogether(
  rt: Runtime,
  actor: Actor,
  id: string,
  { deletedSince }: Pick<RestoreInput, 'deletedSince'> = {},
): Promise<Item[]> {
  const restore = async (tx: Tx): Promise<string[]> => {
    const since = restorableSince(tx.clock.now());
    const row = await findItemRow(tx.db, actor.host.id, id);
    if (!row || (row.deleted_at !== null && row.deleted_at < since)) throw tooLate();
    const from = deletedSince !== undefined && deletedSince > since ? deletedSince : since;
    const gone = await listOfDay(tx.db, row, { isLiving: false });
    const rows = newestOfPlaces(gone.filter(({ deleted_at: at }) => at !== null && at >= from));
    for (const one of rows) await requireFree(tx, one, rows);
    await markRestored(tx, rows);
    if (rows.length > 0) await noteTogether(tx, actor, { action: 'photo.restored' }, rows, row);
    return rows.map((one) => one.id);
  };
  const ids = await unlessTaken(rt, restore, addedAgain);
  return (await listItemsById(rt.db, actor.host.id, ids)).map(toStaffItem);
}

/**
 * Changes an item, or all of its stored photo and day or none, and says who else has the photo
 * (contract.md#items). @throws AppError as `changeItem`; a refusal names for whom
 */
export async function changeAndTell(
  rt: Runtime,
  actor: Actor,
  id: string,
  input: UpdateItemInput,
): Promise<ChangedTogether> {
  const ids = input.together
    ? await changeTogether(rt, actor, id, input)
    : [(await changeItem(rt, actor, id, input)).id];
  const { id: hostId } = actor.host;
  const { blob_id: blobId = '' } = (await findItemRow(rt.db, hostId, id)) ?? {};
  const all = await listItemsOfBlob(rt.db, hostId, [blobId]);
  const isChanged = (item: { id: string }): boolean => ids.includes(item.id);
  return {
    items: all.filter(isChanged).map(toStaffItem),
    others: all.filter((item) => !isChanged(item)).map(toStaffItem),
  };
}

/** @returns the ids of all that have the photo on that day */
async function changeTogether(
  rt: Runtime,
  actor: Actor,
  id: string,
  input: UpdateItemInput,
): Promise<string[]> {
  const ids: string[] = [];
  await changeBy(rt, actor, id, input, async (tx, row) => {
    const rows = await listOfDay(tx.db, row, { isLiving: true });
    const changed = new Map<string, { act: ItemAct; some: ItemRow[] }>();
    for (const one of rows) {
      for (const act of await orNone(applyChange(tx, actor, one, input))) {
        const { some } = changed.get(act.action) ?? { some: [] };
        changed.set(act.action, { act, some: [...some, one] });
      }
    }
    for (const { act, some } of changed.values()) await noteTogether(tx, actor, act, some, row);
    ids.push(...rows.map((one) => one.id));
  });
  return ids;
}

/** Says with a refusal that nobody's photo was changed. */
async function orNone<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error;
    throw invalid(`${error.message}ほかの方の写真も変えていません。`, error.errors);
  }
}

/**
 * In the bin: takes a photo from everyone who still has it.
 * @param ids one of each day. @returns of how many places. @throws AppError 404
 */
export async function deleteEverywhere(
  rt: Runtime,
  actor: Actor,
  { ids }: EverywhereForm,
): Promise<{ changed: number }> {
  let changed = 0;
  for (const id of ids) {
    changed += (await deleteAndTell(rt, actor, id, { together: true })).items.length;
  }
  return { changed };
}

/** Of those that were deleted from one place, the last: it may have been copied there again. */
const newestOfPlaces = (rows: readonly ItemRow[]): ItemRow[] => [
  ...new Map(
    rows
      .toSorted((a, b) => (a.deleted_at ?? '').localeCompare(b.deleted_at ?? ''))
      .map((row) => [row.resident_id, row]),
  ).values(),
];

/** @throws AppError 409 where the picture was added again to a place */
async function requireFree(tx: Tx, row: ItemRow, rows: readonly ItemRow[]): Promise<void> {
  const { host_id: hostId, resident_id: residentId, picture } = row;
  if (!(await findSamePicture(tx.db, hostId, residentId, picture))) return;
  if (rows.length === 1) throw addedAgain();
  const [item] = await listItemsById(tx.db, hostId, [row.id]);
  const name = item ? namesOf([{ residentName: item.resident_name }]) : '';
  throw conflict(
    `${name}には、同じ写真があとからもう一度追加されています。そのため、どなたの写真もまだ元に戻していません。お一人ずつ戻せます。`,
  );
}

/** One act is one line of the history, which names everyone. */
async function noteTogether(
  tx: Tx,
  actor: Actor,
  act: ItemAct | { action: 'photo.deleted' | 'photo.restored' },
  rows: readonly ItemRow[],
  row: ItemRow,
): Promise<void> {
  const isOne = rows.length === 1 && rows[0]?.id === row.id;
  const detail = rows.map((one) => one.resident_id ?? FACILITY_WIDE);
  const together = { action: `${act.action}_together`, detail } as const;
  await (isOne ? noteItem(tx, actor, act, row) : noteItem(tx, actor, together, row));
}

/** Among residents' ids. */
export const FACILITY_WIDE = '-';

/** Items of the same stored photo and day. */
export const listOfDay = (
  db: Db,
  { host_id: hostId, blob_id: blobId, taken_on: day }: ItemRow,
  { isLiving }: { isLiving: boolean },
) =>
  db
    .selectFrom('items')
    .selectAll()
    .where((eb) => eb.and({ host_id: hostId, blob_id: blobId, taken_on: day }))
    .where('deleted_at', isLiving ? 'is' : 'is not', null)
    .orderBy('id')
    .execute();
