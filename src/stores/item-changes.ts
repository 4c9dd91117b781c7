import type { ItemFilter } from '#domains/item/item-filter.ts';
import { isInPeriod, isOfPlace } from '#domains/item/item-filter.ts';
import type { ItemList } from '#domains/item/item-list.ts';
import { replaceItem, tileOf } from '#domains/item/item-list.ts';
import {
  changeInList,
  countItem,
  exchange,
  leaveList,
  noteCopy,
  placeAgain,
  putItem,
  removeItem,
  itemsOf,
} from '#domains/item/item-list-changes.ts';
import type { itemCalls } from '#domains/item/item.calls.ts';
import type {
  ChangedTogether,
  CopyInput,
  DeletedTogether,
  Item,
  ItemWithPeople,
  Moved,
  OrderStep,
  UpdateItemInput,
} from '#domains/item/item.ts';
import { asBefore } from '#domains/item/held.ts';
import type { Tile } from '#domains/item/tile.ts';
import { isOfSeveral, itemsIn, tileWith, withNamed } from '#domains/item/tile.ts';
import { paths } from '#lib/paths.ts';
import { dropHeld, noteHeld } from './held-items.ts';
import { whileLoading } from './loading.ts';
import { api } from '#client/api-client.ts';
import { $counts, $deletedCount, $filter, $items, $list, $residents, isOther } from './items.ts';
import { loadOthers, noteChange } from './items-loading.ts';

const update = (change: (list: ItemList, filter: ItemFilter) => ItemList): void =>
  $list.set(change($list.get(), $filter.get()));

/** With the face of the person it shows. */
const dressed = (item: Item): Item => {
  const resident = $residents.get().find(({ id }) => id === item.residentId);
  return resident ? tileWith(item, resident.portraitUrl) : item;
};

/** What stands for an item in the list, where it is listed. */
export const frontOf = (item: Item): Tile | undefined => tileOf($list.get(), item);

function count(item: Item, by: 1 | -1): void {
  if (!isInPeriod(item, $filter.get())) return;
  $counts.set(countItem($counts.get(), item.residentId, by));
  if (isOther(item.residentId)) void loadOthers();
}

function put(added: Item, placeIn: (list: ItemList) => number): void {
  const item = dressed(added);
  noteChange({ kind: 'put', item });
  update((list, filter) => putItem(list, item, filter, placeIn(list)));
  noteHeld(item);
  count(item, 1);
}

/** At the front, and counted (domain.md#the-photo-page). */
export const addCreated = (created: Item): void => put(created, () => 0);

export const orderNow = (): string[] => $items.get().map(({ id }) => id);

/** @param place of the photo that it belongs to */
const putBack = (restored: Item, order: readonly string[], place = restored.id): void =>
  put(restored, (list) => placeAgain(list, place, order));

/**
 * Deletes and subtracts (domain.md#the-photo-page); a photo of several from all of them.
 * @returns what was deleted, and who still has it. @throws ApiError
 */
export async function deleteTile(
  tile: Tile,
  { isMistake }: { isMistake?: boolean } = {},
): Promise<DeletedTogether> {
  const address = paths.api.deleteItem(tile.id, isOfSeveral(tile), isMistake);
  const answer = await whileLoading(api.delete<typeof itemCalls.remove>(address));
  if (!answer) throw new Error('no answer about a deletion');
  for (const item of answer.items) {
    noteChange({ kind: 'remove', item });
    update((list, filter) => removeItem(list, item, filter));
    dropHeld(item);
    count(item, -1);
    countDeleted(1);
  }
  // A rule may have left them out.
  answer.others.forEach(showChanged);
  return answer;
}

const countDeleted = (by: 1 | -1): void => $deletedCount.set(Math.max(0, $deletedCount.get() + by));

/** Brings back what a deletion took. @throws ApiError */
export async function restoreTile(
  { id }: Tile,
  { items, others }: DeletedTogether,
  order: readonly string[],
): Promise<void> {
  const [since] = items.map(({ deletedAt }) => deletedAt).sort();
  const input = items.length > 1 ? { together: true, deletedSince: since } : {};
  const restored = itemsOf(
    await whileLoading(api.post<typeof itemCalls.restore>(paths.api.restoreItem(id), input)),
  );
  for (const item of restored) {
    putBack(item, order, id);
    countDeleted(-1);
  }
  const [first] = restored;
  if (first && others.length > 0) (await allOfPhoto(first)).forEach(showChanged);
}

/** @throws ApiError */
export async function changeItem(before: Item, change: UpdateItemInput): Promise<Item> {
  const { items } = await sendChange(before, change);
  return showChange(before, items[0] ?? before);
}

export interface Changed {
  /** Each as it was. */
  before: readonly Item[];
  after: readonly Item[];
  /** Others have the photo on the day that it has now. */
  isMixed: boolean;
}

/** Changes a photo for all of its people. @throws ApiError */
export async function changeTile(tile: Tile, change: UpdateItemInput): Promise<Changed> {
  const known = await everyoneOn(tile);
  const answer = await sendChange(tile, { ...change, together: known.length > 1 });
  // The one in front first: a resident's list shows others only beside it.
  const items = [...answer.items].sort(
    (a, b) => Number(b.id === tile.id) - Number(a.id === tile.id),
  );
  const before = items.map(
    (item) => known.find(({ id }) => id === item.id) ?? { ...item, ...dayOf(tile) },
  );
  const after = items.map((item, at) => showChange(before[at] ?? item, item));
  const isMixed = answer.others.some(({ takenOn }) => takenOn === after[0]?.takenOn);
  return { before, after, isMixed };
}

const dayOf = ({ takenOn, yearMonth }: Item) => ({ takenOn, yearMonth });

/** All items of a stored photo, of any day: asked for with a change of nothing. @throws ApiError */
async function allOfPhoto(item: Item): Promise<Item[]> {
  const { items, others } = await sendChange(item, { together: false });
  return [...items, ...others];
}

/** The list has some people of a photo of very many. */
async function everyoneOn(tile: Tile): Promise<Item[]> {
  if (tile.people.length >= tile.peopleCount) return itemsIn(tile);
  return (await sendChange(tile, { together: true })).items;
}

/** As staff or a rule had it. */
export const leftOutAgain = ({ leftOut, leftOutFor }: Item): UpdateItemInput => ({
  leftOut,
  ...(leftOut && { leftOutFor }),
});

/** Each as it was, which may differ. @throws ApiError */
export async function changeBack(
  { before, after, isMixed }: Changed,
  { caption, takenOn, leftOut }: UpdateItemInput,
): Promise<void> {
  const asItWas = (item: Item): UpdateItemInput => ({
    ...(caption !== undefined && { caption: item.caption }),
    ...(takenOn !== undefined && asBefore(item)),
    ...(leftOut !== undefined && leftOutAgain(item)),
  });
  const [first] = after;
  const wanted = new Set(before.map((item) => JSON.stringify(asItWas(item))));
  if (first && wanted.size === 1 && !isMixed && after.length > 1) {
    const { items } = await sendChange(first, { ...asItWas(before[0] ?? first), together: true });
    for (const now of after) showChange(now, items.find(({ id }) => id === now.id) ?? now);
    return;
  }
  for (const [at, now] of after.entries()) await changeItem(now, asItWas(before[at] ?? now));
}

async function sendChange({ id }: Item, change: UpdateItemInput): Promise<ChangedTogether> {
  const answer = await whileLoading(api.patch<typeof itemCalls.change>(paths.api.item(id), change));
  return 'item' in answer ? { items: [answer.item], others: [] } : answer;
}

function showChange(before: Item, changed: Item): Item {
  const item = dressed(changed);
  if (item.takenOn !== before.takenOn) noteChange({ kind: 'change', item, before });
  update((list, filter) => changeInList(list, before, item, filter));
  noteHeld(item);
  count(before, -1);
  count(item, 1);
  return changed;
}

/**
 * Exchanges a photo with its neighbour in the letter, in the letters of all who have it.
 * @throws ApiError
 */
export async function orderTile(tile: Tile, order: OrderStep): Promise<void> {
  await changeTile(tile, { order });
  update((list) => exchange(list, tile, order));
}

export const showChanged = (item: Item): void => update((list) => replaceItem(list, item));

/** Who is named on a photo, where it is listed. */
export const showNamed = ({ people, ...item }: ItemWithPeople): void => {
  showChanged(item);
  const tile = frontOf(item);
  if (!tile) return;
  const named = withNamed(tile, people);
  update((list) => ({
    ...list,
    items: list.items.map((one) => (one.id === tile.id ? named : one)),
  }));
};

/** Moves a photo out of the list (domain.md#the-photo-page). @throws ApiError */
export async function moveItem(item: Item, residentId: string | null): Promise<Moved> {
  const answer = await sendTo(item, residentId);
  const moved = dressed(answer.item);
  noteChange({ kind: 'remove', item });
  noteChange({ kind: 'aside', item: moved });
  update((list, filter) => leaveList(list, item, moved, filter));
  noteHeld(moved);
  count(item, -1);
  count(moved, 1);
  return { ...answer, item: moved };
}

/** Undoes a move. @throws ApiError */
export async function moveBack(
  moved: Item,
  residentId: string | null,
  order: readonly string[],
): Promise<void> {
  const { item } = await sendTo(moved, residentId);
  noteChange({ kind: 'remove', item: moved });
  count(moved, -1);
  // The target's list may be open by now.
  if (!isOfPlace(item, $filter.get().shown)) {
    update((list, filter) => removeItem(list, moved, filter));
  }
  putBack(item, order);
}

const sendTo = ({ id }: Item, residentId: string | null): Promise<Moved> =>
  whileLoading(api.patch<typeof itemCalls.move>(paths.api.moveItem(id), { residentId }));

/** Changes no list (domain.md#the-photo-page). @returns the copies. @throws ApiError */
export async function copyItem({ id }: Item, to: CopyInput): Promise<Item[]> {
  const copies = itemsOf(
    await whileLoading(api.post<typeof itemCalls.copy>(paths.api.copyItem(id), to)),
  );
  for (const copy of copies) {
    const item = dressed(copy);
    noteChange({ kind: 'copy', item });
    update((list, filter) => noteCopy(list, item, filter));
    noteHeld(item);
    count(item, 1);
  }
  return copies;
}
