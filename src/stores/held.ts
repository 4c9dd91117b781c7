import { atom } from 'nanostores';
import type { Item } from '../features/item/item.ts';

/** Photos that wait for an answer, wherever they are; a photo joins and leaves as it changes. */
export const $heldItems = atom<readonly Item[]>([]);
/** あとで: the question comes back with the next page, or with the next photo that waits. */
export const $isPutOff = atom(false);

/** Takes over what the server rendered. */
export function openHeld(items: readonly Item[]): void {
  $heldItems.set(items);
  $isPutOff.set(false);
}

const without = (id: string): Item[] => $heldItems.get().filter((item) => item.id !== id);

export const dropHeld = ({ id }: Item): void => $heldItems.set(without(id));

/** Notes a photo as the server has it now. */
export function noteHeld(item: Item): void {
  if (!item.held) return dropHeld(item);
  if (!$heldItems.get().some(({ id }) => id === item.id)) $isPutOff.set(false);
  $heldItems.set([...without(item.id), item]);
}
