import { useEffect, useLayoutEffect, useState } from 'react';
import { $isChoosing } from '#stores/choosing.ts';
import { tileOf } from './tab-stop.ts';

/** Below the sticky header. */
const SEEN_FROM = 60;

interface Seen {
  id: string;
  top: number;
  isChoosing: boolean;
}

/**
 * Day headings appear in selection mode; keeps the visible photo in place.
 * @returns its id meanwhile
 */
export function useKeptPlace(isChoosing: boolean, look: () => void): string | null {
  const [seen, setSeen] = useState<Seen | null>(null);
  // The store notifies before the page updates.
  useEffect(() => $isChoosing.listen((isNext) => setSeen(seenNow(isNext))), []);
  const isThere = seen?.isChoosing === isChoosing;
  // Again once the headings have been measured.
  useLayoutEffect(() => {
    const tile = seen && isThere ? tileOf(seen.id) : null;
    if (!seen || !tile) return;
    scrollBy({ top: tile.getBoundingClientRect().top - seen.top });
    look();
  });
  useEffect(() => {
    if (!isThere) return undefined;
    const frame = requestAnimationFrame(() => setSeen(null));
    return () => cancelAnimationFrame(frame);
  }, [isThere]);
  return seen?.id ?? null;
}

function seenNow(isChoosing: boolean): Seen | null {
  // Nothing to correct at the top.
  if (scrollY === 0) return null;
  const tiles = [...document.querySelectorAll<HTMLElement>('[data-item]')];
  const tile = tiles.find((one) => one.getBoundingClientRect().bottom > SEEN_FROM);
  const id = tile?.dataset['item'];
  return id === undefined ? null : { id, top: tile?.getBoundingClientRect().top ?? 0, isChoosing };
}
