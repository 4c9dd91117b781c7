import type { KeyboardEvent } from 'react';
import { $choice, beginChoosing, chooseUpTo } from '#stores/choosing.ts';
import { $batch } from '#stores/batch.ts';

type Step = (at: number, tiles: HTMLElement[]) => number;

/** The nearest tile in the next row with photos. */
const byRow =
  (by: 1 | -1): Step =>
  (at, tiles) => {
    const own = tiles[at]?.getBoundingClientRect();
    if (!own) return at;
    for (let next = at + by, row: number | null = null, best = at; ; next += by) {
      const box = tiles[next]?.getBoundingClientRect();
      if (!box || (row !== null && box.top !== row)) return best;
      if (box.top === own.top) continue;
      row = box.top;
      const isNearer = best === at || Math.abs(box.left - own.left) < leftGap(tiles[best], own);
      if (isNearer) best = next;
    }
  };
const leftGap = (tile: HTMLElement | undefined, own: DOMRect): number =>
  Math.abs((tile?.getBoundingClientRect().left ?? Number.POSITIVE_INFINITY) - own.left);

const STEPS: Record<string, Step> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowDown: byRow(1),
  ArrowUp: byRow(-1),
  Home: () => 0,
  End: (_at, tiles) => tiles.length - 1,
};

/** Arrow keys move between photos; with Shift they select. */
export function onGridKey(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]')];
  const at = tiles.findIndex((tile) => tile === document.activeElement);
  if (!step || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const from = idOf(tiles[at]);
  const to = tiles[Math.min(tiles.length - 1, Math.max(0, step(at, tiles)))];
  to?.focus();
  to?.scrollIntoView({ block: 'nearest' });
  if (event.shiftKey && $batch.get() === null) drawTo(from, idOf(to));
}

const idOf = (tile: HTMLElement | undefined): string => tile?.dataset['item'] ?? '';

/** A keyboard range starts at the focused photo. */
function drawTo(from: string, to: string): void {
  const choice = $choice.get();
  if (!choice?.anchor) {
    const ids = choice?.ids ?? new Set<string>();
    beginChoosing({ ids, anchor: from, base: ids });
  }
  chooseUpTo(to);
}
