import { isInPeriod } from '../features/item/item-filter.ts';
import { countItem, putItem, removeItem, replaceItem } from '../features/item/item-list.ts';
import type { Item, UpdateItemInput } from '../features/item/item.ts';
import { paths } from '../lib/paths.ts';
import { api } from './api-client.ts';
import { $counts, $filter, $list } from './items.ts';
import { noteChange } from './items-loading.ts';
import { notify } from './notice.ts';

interface ItemAnswer {
  item: Item;
}

/** Puts a new photo at the front and counts it (spec 4). */
export function addCreated(item: Item): void {
  noteChange({ kind: 'put', item });
  $list.set(putItem($list.get(), item, $filter.get()));
  count(item, 1);
}

/** Counts what the numbers shown are about: a photo of another month is not. */
function count(item: Item, by: 1 | -1): void {
  if (isInPeriod(item, $filter.get())) $counts.set(countItem($counts.get(), item.residentId, by));
}

function takeOut(item: Item): void {
  noteChange({ kind: 'remove', item });
  $list.set(removeItem($list.get(), item, $filter.get()));
  count(item, -1);
}

/** Deletes at once; for some seconds a notice offers to take it back. @throws ApiError */
export async function deleteItem(item: Item): Promise<void> {
  await api.delete(paths.api.item(item.id));
  const at = $list.get().items.findIndex(({ id }) => id === item.id);
  takeOut(item);
  notify({ text: '写真を削除しました', deleted: { item, at: Math.max(0, at) } });
}

/** Brings the last deleted photo back to its place. @throws ApiError */
export async function restoreItem(item: Item, at: number): Promise<void> {
  const { item: restored } = await api.post<ItemAnswer>(paths.api.restoreItem(item.id));
  noteChange({ kind: 'put', item: restored });
  $list.set(putItem($list.get(), restored, $filter.get(), at));
  count(restored, 1);
}

/** Changes day or caption, in place. @throws ApiError */
export async function changeItem(item: Item, change: UpdateItemInput): Promise<Item> {
  const { item: changed } = await api.patch<ItemAnswer>(paths.api.item(item.id), change);
  count(item, -1);
  count(changed, 1);
  showChanged(changed);
  return changed;
}

/** Shows an item as the server has it now. */
export const showChanged = (item: Item): void => $list.set(replaceItem($list.get(), item));

/** Gives a photo to another place; it leaves the list (spec 4). @throws ApiError */
export async function moveItem(item: Item, residentId: string | null): Promise<Item> {
  const answer = await api.patch<ItemAnswer>(paths.api.moveItem(item.id), { residentId });
  takeOut(item);
  count(answer.item, 1);
  return answer.item;
}

/** Makes a second item for another place; no list changes (spec 4). @throws ApiError */
export async function copyItem(item: Item, residentId: string | null): Promise<Item> {
  const answer = await api.post<ItemAnswer>(paths.api.copyItem(item.id), { residentId });
  count(answer.item, 1);
  return answer.item;
}
