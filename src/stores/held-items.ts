import { atom } from 'nanostores';
import { tooOldText } from '#domains/item/held.ts';
import type { Item } from '#domains/item/item.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { today } from './today.ts';

export const $heldItems = atom<readonly Item[]>([]);

/** Month of the facility's first letter. */
export const $firstMonth = atom<YearMonth>(0);

/** Why there is no letter for that day; null if there is. */
export const tooOldDay = (day: CivilDate): string | null =>
  tooOldText(yearMonthOf(day), $firstMonth.get(), yearMonthOf(today()));

export function openHeld(items: readonly Item[], firstMonth: YearMonth): void {
  $firstMonth.set(firstMonth);
  $heldItems.set(items);
}

const without = (id: string): Item[] => $heldItems.get().filter((item) => item.id !== id);

export const dropHeld = ({ id }: Item): void => $heldItems.set(without(id));

export function noteHeld(item: Item): void {
  if (!item.held || item.leftOut) return dropHeld(item);
  $heldItems.set([...without(item.id), item]);
}
