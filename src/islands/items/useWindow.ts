import type { RefObject } from 'react';
import { useLayoutEffect, useMemo, useState } from 'react';
import { PAGE_SIZE } from '#domains/item/item-limits.ts';
import type { Shape, View } from './grid-rows.ts';
import { piecesOf, rowsOf } from './grid-rows.ts';

/** Rows out of view that are ready, in px. */
const AHEAD = 600;
/** How far the list scrolls before other rows are put into the page, in px. */
const STEP = 240;

/** @returns how the list is laid out, and what of it is near the view; `look` does not wait for a scroll event */
export function useMeasures(list: RefObject<HTMLElement | null>, hasHeads: boolean) {
  const [shape, setShape] = useState<Shape | null>(null);
  const [view, setView] = useState<View | null>(null);
  useLayoutEffect(() => {
    const grid = list.current;
    if (!grid) return undefined;
    const look = (): void => setView(changed(viewOf(grid)));
    const measure = (): void => {
      setShape(changed(shapeOf(grid)));
      look();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(grid);
    addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('scroll', look);
    };
  }, [list, hasHeads]);
  const look = (): void => {
    if (list.current) setView(changed(viewOf(list.current)));
  };
  return { shape, view, look };
}

interface Cells {
  count: number;
  /** Those that begin a day, below its heading. */
  heads: ReadonlySet<number>;
  /** In the page wherever they are. */
  kept: readonly number[];
}

/**
 * Of a long list only the rows near the view are in the page: the browser styles all elements again
 * whenever a dialog opens, and goes through all photos in each frame. What the server sends at first
 * is all there.
 */
export function useWindow(
  { count, heads, kept }: Cells,
  { shape, view }: { shape: Shape | null; view: View | null },
) {
  const rows = useMemo(() => (shape ? rowsOf(count, heads, shape) : []), [count, heads, shape]);
  const isPartial = shape !== null && view !== null && count > PAGE_SIZE;
  const pieces = isPartial ? piecesOf(rows, view, kept) : [{ space: 0, first: 0, end: count }];
  return { rows, pieces, isPartial };
}

/** An equal value renders nothing. */
const changed =
  <T extends object>(next: T) =>
  (now: T | null): T =>
    now !== null && JSON.stringify(now) === JSON.stringify(next) ? now : next;

function viewOf(grid: HTMLElement): View {
  const { top } = grid.getBoundingClientRect();
  return {
    from: Math.floor((-top - AHEAD) / STEP) * STEP,
    to: Math.ceil((innerHeight - top + AHEAD) / STEP) * STEP,
  };
}

function shapeOf(grid: HTMLElement): Shape {
  const { gridTemplateColumns, rowGap } = getComputedStyle(grid);
  const [gap, width] = [parseFloat(rowGap), parseFloat(gridTemplateColumns)];
  const head = grid.querySelector('.day-row')?.getBoundingClientRect().height;
  return {
    columns: gridTemplateColumns.split(' ').length,
    gap,
    row: width + gap, // photos are square
    head: head === undefined ? 0 : head + gap,
  };
}
