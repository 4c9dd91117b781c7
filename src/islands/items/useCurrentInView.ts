import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/** Scrolls a row sideways, without moving the page. */
export function useCurrentInView<T extends HTMLElement>(current: string): RefObject<T | null> {
  const row = useRef<T>(null);
  useEffect(() => {
    const entry = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !entry) return;
    const [own, its] = [row.current.getBoundingClientRect(), entry.getBoundingClientRect()];
    row.current.scrollBy({
      left: its.left - own.left - (own.width - its.width) / 2,
      top: its.top - own.top - (own.height - its.height) / 2,
      behavior: 'instant',
    });
  }, [current]);
  return row;
}
