import { atom } from 'nanostores';
import type { Item } from '#features/item/item.ts';

/** Held photos of all places, kept up to date. */
export const $heldItems = atom<readonly Item[]>([]);
/** あとで: the question returns with the next page, or the next held photo. */
export const $isPutOff = atom(false);

/** Initial data from the server. */
export function openHeld(items: readonly Item[]): void {
  $heldItems.set(items);
  $isPutOff.set(false);
}

const without = (id: string): Item[] => $heldItems.get().filter((item) => item.id !== id);

export const dropHeld = ({ id }: Item): void => $heldItems.set(without(id));

/** Updates one photo from the server's state. */
export function noteHeld(item: Item): void {
  if (!item.held) return dropHeld(item);
  if (!$heldItems.get().some(({ id }) => id === item.id)) $isPutOff.set(false);
  $heldItems.set([...without(item.id), item]);
}
