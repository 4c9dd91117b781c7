import { atom, computed } from 'nanostores';
import type { Choice } from '#domains/item/choice.ts';
import {
  NO_CHOICE,
  extendIn,
  isAllIn,
  toggleAllIn,
  toggleIn,
  without,
} from '#domains/item/choice.ts';
import { $items } from './items.ts';

/** null outside selection mode. */
export const $choice = atom<Choice | null>(null);
export const $isChoosing = computed($choice, (choice) => choice !== null);
export const $chosenIds = computed($choice, (choice) => choice?.ids ?? NO_CHOICE.ids);
/** In list order. */
export const $chosen = computed([$chosenIds, $items], (ids, items) =>
  items.filter(({ id }) => ids.has(id)),
);

const order = (): string[] => $items.get().map(({ id }) => id);
const now = (): Choice => $choice.get() ?? NO_CHOICE;

/** The back button leaves selection mode. */
export function beginChoosing(choice: Choice = NO_CHOICE): void {
  if ($choice.get() === null) history.pushState({ isChoosing: true }, '');
  $choice.set(choice);
}

/** Our own history steps whose popstate is still to come. */
let ownSteps = 0;

export function endChoosing(): void {
  if ($choice.get() === null) return;
  $choice.set(null);
  if (!isOwnEntry()) return;
  ownSteps += 1;
  history.back();
}

const isOwnEntry = (): boolean =>
  (history.state as { isChoosing?: boolean } | null)?.isChoosing === true;

/** @returns whether the back step only ended the selection, so that the list stays */
export function endChoosingByBack(): boolean {
  if (ownSteps > 0) {
    ownSteps -= 1;
    return true;
  }
  const wasChoosing = $choice.get() !== null;
  $choice.set(null);
  return wasChoosing;
}

/** The selection's history entry becomes the new URL. */
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

/** Ends selection mode if none are left. */
export function unchoose(ids: Iterable<string>): void {
  const choice = $choice.get();
  if (!choice) return;
  $choice.set(without(choice, new Set(ids)));
  if ($chosen.get().length === 0) endChoosing();
}
