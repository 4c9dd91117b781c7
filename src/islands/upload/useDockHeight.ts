import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/** Where the style sheet uses the height, which is not inherited. */
const USERS = ':root, main, .grid-keys';

/** Tells the style sheet the dock's height, so that it covers nothing. */
export function useDockHeight<T extends HTMLElement>(): RefObject<T | null> {
  const dock = useRef<T>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.target.getBoundingClientRect().height ?? 0;
      for (const { style } of document.querySelectorAll<HTMLElement>(USERS)) {
        style.setProperty('--dock', `${Math.round(height)}px`);
      }
    });
    if (dock.current) observer.observe(dock.current);
    return () => observer.disconnect();
  }, []);
  return dock;
}
