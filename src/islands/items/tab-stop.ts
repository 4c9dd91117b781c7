import { atom } from 'nanostores';
import type { FocusEvent } from 'react';
import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import type { Item } from '#domains/item/item.ts';

const $asked = atom<string | null>(null);

/** Gives a photo the focus, though it may not be in the page yet. */
export function focusPhoto(id: string): void {
  $asked.set(id);
  $asked.set(null);
}

export const tileOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-item="${id}"]`);

/** One photo of the grid is reached by Tab: the last one that had focus, or the first. */
export function useTabStop(items: readonly Item[]) {
  const [stop, setStop] = useState<{ id: string; isAsked: boolean } | null>(null);
  useEffect(() => $asked.listen((id) => id !== null && setStop({ id, isAsked: true })), []);
  useLayoutEffect(() => {
    if (!stop?.isAsked) return;
    const tile = tileOf(stop.id);
    tile?.focus();
    tile?.scrollIntoView({ block: 'nearest' });
  }, [stop]);
  // A touch gives focus before it is a press, which must not wait for a long list.
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const id = target.dataset['item'];
    if (id === undefined) return;
    startTransition(() => setStop((now) => (now?.id === id ? now : { id, isAsked: false })));
  };
  const at = items.findIndex(({ id }) => id === stop?.id);
  return [Math.max(0, at), onFocus] as const;
}
