import { useEffect } from 'react';
import { $isChoosing } from '../../stores/choosing.ts';

/** Days come between the photos while choosing; the photo one looks at stays where it was. */
export function useKeptPlace(): void {
  // The store tells of a change before the page shows it.
  useEffect(() => $isChoosing.listen(keepPlace), []);
}

/** Below the head that stays at the top. */
const SEEN_FROM = 60;

function keepPlace(): void {
  const tiles = [...document.querySelectorAll<HTMLElement>('.photo-tile')];
  const seen = tiles.find((tile) => tile.getBoundingClientRect().bottom > SEEN_FROM);
  const before = seen?.getBoundingClientRect().top ?? 0;
  // At the top of the page nothing need move.
  if (!seen || scrollY === 0) return;
  requestAnimationFrame(() => {
    if (seen.isConnected) scrollBy({ top: seen.getBoundingClientRect().top - before });
  });
}
