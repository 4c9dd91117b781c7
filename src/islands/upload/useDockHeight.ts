import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/** Tells the style sheet the dock's height, so that it covers nothing. */
export function useDockHeight<T extends HTMLElement>(): RefObject<T | null> {
  const dock = useRef<T>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.target.getBoundingClientRect().height ?? 0;
      style.setProperty('--dock', `${Math.round(height)}px`);
    });
    if (dock.current) observer.observe(dock.current);
    return () => observer.disconnect();
  }, []);
  return dock;
}
