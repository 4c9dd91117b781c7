import { useEffect } from 'react';
import { $isChoosing } from '#stores/choosing.ts';

/** Day headings appear in selection mode; keeps the visible photo in place. */
export function useKeptPlace(): void {
  // The store notifies before the page updates.
  useEffect(() => $isChoosing.listen(keepPlace), []);
}

/** Below the sticky header. */
const SEEN_FROM = 60;

function keepPlace(): void {
  // Nothing to correct at the top.
  if (scrollY === 0) return;
  const tiles = [...document.querySelectorAll<HTMLElement>('.photo-tile')];
  const seen = tiles.find((tile) => tile.getBoundingClientRect().bottom > SEEN_FROM);
  const before = seen?.getBoundingClientRect().top ?? 0;
  if (!seen) return;
  requestAnimationFrame(() => {
    if (seen.isConnected) scrollBy({ top: seen.getBoundingClientRect().top - before });
  });
}
