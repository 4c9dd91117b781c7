import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/** Scrolls a row sideways, without moving the page. */
export function useCurrentInView<T extends HTMLElement>(current: string): RefObject<T | null> {
  const row = useRef<T>(null);
  useEffect(() => {
    const entry = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !entry) return;
    const left = entry.offsetLeft - (row.current.clientWidth - entry.offsetWidth) / 2;
    const top = entry.offsetTop - (row.current.clientHeight - entry.offsetHeight) / 2;
    row.current.scrollTo({ left, top });
  }, [current]);
  return row;
}
