import { atom } from 'nanostores';
import type { Item } from '#features/item/item.ts';

export const $heldItems = atom<readonly Item[]>([]);
/** あとで: until the next page load, or the next held photo. */
export const $isPutOff = atom(false);

export function openHeld(items: readonly Item[]): void {
  $heldItems.set(items);
  $isPutOff.set(false);
}

const without = (id: string): Item[] => $heldItems.get().filter((item) => item.id !== id);

export const dropHeld = ({ id }: Item): void => $heldItems.set(without(id));

export function noteHeld(item: Item): void {
  if (!item.held) return dropHeld(item);
  if (!$heldItems.get().some(({ id }) => id === item.id)) $isPutOff.set(false);
  $heldItems.set([...without(item.id), item]);
}
