import type { ItemFilter } from '#domains/item/item-filter.ts';
import { isInPeriod, isOfPlace } from '#domains/item/item-filter.ts';
import type { ItemList } from '#domains/item/item-list.ts';
import { replaceItem } from '#domains/item/item-list.ts';
import {
  changeInList,
  countItem,
  exchange,
  leaveList,
  noteCopy,
  placeAgain,
  putItem,
  removeAlong,
  removeItem,
  itemsOf,
} from '#domains/item/item-list-changes.ts';
import type { itemCalls } from '#domains/item/item.calls.ts';
import type {
  ChangedTogether,
  CopyInput,
  DeletedTogether,
  Item,
  OrderStep,
  UpdateItemInput,
} from '#domains/item/item.ts';
import { paths } from '#lib/paths.ts';
import { dropHeld, noteHeld } from './held-items.ts';
import { whileLoading } from './loading.ts';
import { api } from '#client/api-client.ts';
import { $counts, $deletedCount, $filter, $items, $list, isOther } from './items.ts';
import { loadOthers, noteChange } from './items-loading.ts';

const update = (change: (list: ItemList, filter: ItemFilter) => ItemList): void =>
  $list.set(change($list.get(), $filter.get()));

function count(item: Item, by: 1 | -1): void {
  if (!isInPeriod(item, $filter.get())) return;
  $counts.set(countItem($counts.get(), item.residentId, by));
  if (isOther(item.residentId)) void loadOthers();
}

/** At the front, and counted (domain.md#the-photo-page). */
export function addCreated(item: Item): void {
  noteChange({ kind: 'put', item });
  update((list, filter) => putItem(list, item, filter));
  noteHeld(item);
  count(item, 1);
}

export const orderNow = (): string[] => $items.get().map(({ id }) => id);

function putBack(item: Item, order: readonly string[]): void {
  noteChange({ kind: 'put', item });
  update((list, filter) => putItem(list, item, filter, placeAgain(list, item.id, order)));
  noteHeld(item);
  count(item, 1);
}

/**
 * Deletes and subtracts (domain.md#the-photo-page). @param together from all who have the photo on
 * that day. @returns what was deleted, and who still has it. @throws ApiError
 */
export async function deleteItem({ id }: Item, together = false): Promise<DeletedTogether> {
  const answer = await whileLoading(
    api.delete<typeof itemCalls.remove>(paths.api.deleteItem(id, together)),
  );
  if (!answer) throw new Error('no answer about a deletion');
  for (const item of answer.items) {
    noteChange({ kind: 'remove', item });
    const remove = item.id === id ? removeItem : removeAlong;
    update((list, filter) => remove(list, item, filter));
    dropHeld(item);
    count(item, -1);
    countDeleted(1);
  }
  return answer;
}

const countDeleted = (by: 1 | -1): void => $deletedCount.set(Math.max(0, $deletedCount.get() + by));

/** @param since with all that were deleted from the same day's photo from then on */
export async function restoreItem(
  { id }: Item,
  order: readonly string[],
  since?: string,
): Promise<void> {
  const input = since === undefined ? {} : { together: true, deletedSince: since };
  const restored = itemsOf(
    await whileLoading(api.post<typeof itemCalls.restore>(paths.api.restoreItem(id), input)),
  );
  for (const item of restored) {
    putBack(item, order);
    countDeleted(-1);
  }
}

/** @throws ApiError */
export const changeItem = async (before: Item, change: UpdateItemInput): Promise<Item> =>
  showFirst(before, await sendChange(before, change));

/** @returns it as it is now, and who else has the photo. @throws ApiError */
export async function changeAndTell(
  before: Item,
  change: UpdateItemInput,
): Promise<{ item: Item; others: Item[] }> {
  const answer = await sendChange(before, { ...change, together: false });
  return { item: showFirst(before, answer), others: answer.others };
}

const showFirst = (before: Item, { items: [item = before] }: ChangedTogether): Item =>
  showChange(before, item);

/**
 * Changes all who have the photo on that day. @param all those whose change is to be shown
 * @returns them as they are now. @throws ApiError
 */
export async function changeShared(
  all: readonly [Item, ...Item[]],
  change: UpdateItemInput,
): Promise<Item[]> {
  const { items } = await sendChange(all[0], { ...change, together: true });
  return all.flatMap((before) =>
    items.filter(({ id }) => id === before.id).map((item) => showChange(before, item)),
  );
}

async function sendChange({ id }: Item, change: UpdateItemInput): Promise<ChangedTogether> {
  const answer = await whileLoading(api.patch<typeof itemCalls.change>(paths.api.item(id), change));
  return 'item' in answer ? { items: [answer.item], others: [] } : answer;
}

function showChange(before: Item, item: Item): Item {
  if (item.takenOn !== before.takenOn) noteChange({ kind: 'change', item, before });
  update((list, filter) => changeInList(list, before, item, filter));
  noteHeld(item);
  count(before, -1);
  count(item, 1);
  return item;
}

/** Exchanges a photo with its neighbour in the letter. @throws ApiError */
export async function orderItem(before: Item, order: OrderStep): Promise<void> {
  const item = await changeItem(before, { order });
  update((list) => exchange(list, item, order));
}

export const showChanged = (item: Item): void => update((list) => replaceItem(list, item));

/** Moves a photo out of the list (domain.md#the-photo-page). @throws ApiError */
export async function moveItem(item: Item, residentId: string | null): Promise<Item> {
  const moved = await sendTo(item, residentId);
  noteChange({ kind: 'remove', item });
  noteChange({ kind: 'aside', item: moved });
  update((list, filter) => leaveList(list, item, moved, filter));
  noteHeld(moved);
  count(item, -1);
  count(moved, 1);
  return moved;
}

/** Undoes a move. @throws ApiError */
export async function moveBack(
  moved: Item,
  residentId: string | null,
  order: readonly string[],
): Promise<void> {
  const item = await sendTo(moved, residentId);
  noteChange({ kind: 'remove', item: moved });
  count(moved, -1);
  // The target's list may be open by now.
  if (!isOfPlace(item, $filter.get().shown)) {
    update((list, filter) => removeItem(list, moved, filter));
  }
  putBack(item, order);
}

async function sendTo({ id }: Item, residentId: string | null): Promise<Item> {
  const { item } = await whileLoading(
    api.patch<typeof itemCalls.move>(paths.api.moveItem(id), { residentId }),
  );
  return item;
}

/** Changes no list (domain.md#the-photo-page). @returns the copies. @throws ApiError */
export async function copyItem({ id }: Item, to: CopyInput): Promise<Item[]> {
  const copies = itemsOf(
    await whileLoading(api.post<typeof itemCalls.copy>(paths.api.copyItem(id), to)),
  );
  for (const item of copies) {
    noteChange({ kind: 'aside', item });
    update((list, filter) => noteCopy(list, item, filter));
    noteHeld(item);
    count(item, 1);
  }
  return copies;
}
