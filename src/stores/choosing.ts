import { atom, computed } from 'nanostores';
import type { Choice } from '../features/item/choice.ts';
import {
  NO_CHOICE,
  extendIn,
  isAllIn,
  toggleAllIn,
  toggleIn,
  without,
} from '../features/item/choice.ts';
import { $items } from './items.ts';

/** The photos chosen to do something with; null while nobody is choosing. */
export const $choice = atom<Choice | null>(null);
export const $isChoosing = computed($choice, (choice) => choice !== null);
export const $chosenIds = computed($choice, (choice) => choice?.ids ?? NO_CHOICE.ids);
/** In the list's order. What has left the list is not chosen any more. */
export const $chosen = computed([$chosenIds, $items], (ids, items) =>
  items.filter(({ id }) => ids.has(id)),
);

const order = (): string[] => $items.get().map(({ id }) => id);
const now = (): Choice => $choice.get() ?? NO_CHOICE;

/** Begins to choose; the browser's back button ends it again. */
export function beginChoosing(choice: Choice = NO_CHOICE): void {
  if ($choice.get() === null) history.pushState({ isChoosing: true }, '');
  $choice.set(choice);
}

/** Steps back over our own entry in the history that are still to be told of. */
let ownSteps = 0;

/** Ends choosing, whatever was chosen. */
export function endChoosing(): void {
  if ($choice.get() === null) return;
  $choice.set(null);
  if (!isOwnEntry()) return;
  ownSteps += 1;
  history.back();
}

const isOwnEntry = (): boolean =>
  (history.state as { isChoosing?: boolean } | null)?.isChoosing === true;

/** @returns whether a step back only ended choosing, so that the list stays as it is */
export function endChoosingByBack(): boolean {
  if (ownSteps > 0) {
    ownSteps -= 1;
    return true;
  }
  const wasChoosing = $choice.get() !== null;
  $choice.set(null);
  return wasChoosing;
}

/** Another list comes under another address: choosing ends, and our entry becomes that address. */
export function endChoosingFor(address: string): void {
  if ($choice.get() !== null && isOwnEntry()) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  $choice.set(null);
}

export const toggleChosen = (id: string): void => beginChoosing(toggleIn(now(), id));
export const chooseUpTo = (id: string): void => beginChoosing(extendIn(now(), order(), id));
export const chooseAll = (): void => {
  if (!isAllIn(now().ids, order())) beginChoosing(toggleAllIn(now(), order()));
};

/** What is done with is no longer chosen; with nothing left, choosing ends. */
export function unchoose(ids: Iterable<string>): void {
  const choice = $choice.get();
  if (!choice) return;
  $choice.set(without(choice, new Set(ids)));
  if ($chosen.get().length === 0) endChoosing();
}
