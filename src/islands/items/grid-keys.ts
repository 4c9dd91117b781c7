import type { KeyboardEvent } from 'react';
import type { Item } from '#domains/item/item.ts';
import { $choice, beginChoosing, chooseUpTo } from '#stores/choosing.ts';
import { $batch } from '#stores/batch.ts';
import type { GridRow } from './grid-rows.ts';
import { cellBy } from './grid-rows.ts';
import { focusPhoto } from './tab-stop.ts';

/** Arrow keys move between photos; with Shift they select. @param first the first photo's cell */
export function onGridKey(
  event: KeyboardEvent<HTMLElement>,
  items: readonly Item[],
  rows: readonly GridRow[],
  first: number,
): void {
  const from = (event.target as HTMLElement).dataset['item'];
  const at = items.findIndex(({ id }) => id === from);
  if (from === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const cell = cellBy(event.key, first + at, rows, first);
  const to = cell === null ? undefined : items[cell - first]?.id;
  if (to === undefined) return;
  event.preventDefault();
  focusPhoto(to);
  if (event.shiftKey && $batch.get() === null) drawTo(from, to);
}

/** A keyboard range starts at the focused photo. */
function drawTo(from: string, to: string): void {
  const choice = $choice.get();
  if (!choice?.anchor) {
    const ids = choice?.ids ?? new Set<string>();
    beginChoosing({ ids, anchor: from, base: ids });
  }
  chooseUpTo(to);
}
