import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ItemList } from '../../features/item/item-list.ts';
import { loadMore } from '../../stores/items-loading.ts';
import { $openId, closePhoto } from '../../stores/open-photo.ts';
import { PhotoDialog } from './PhotoDialog.tsx';

/** Photos left to turn to when the next page is asked for. */
const AHEAD = 5;

/** The photo shown large, if any; closed, the focus returns to its tile. */
export function OpenPhoto({ list }: { list: ItemList }) {
  const openId = useStore($openId, { ssr: 'initial' });
  const { items } = list;
  const at = items.findIndex(({ id }) => id === openId);
  const last = useRef<{ id: string; at: number } | null>(null);
  useEffect(() => {
    if (openId !== null && at >= 0) {
      last.current = { id: openId, at };
      return;
    }
    if (openId !== null) {
      // Another list, or deleted or moved meanwhile: nothing to show, and the focus has a place.
      closePhoto();
      return;
    }
    if (last.current) focusTile(last.current);
    last.current = null;
  }, [openId, at]);
  useEffect(() => {
    if (at >= 0 && at >= items.length - AHEAD) void loadMore();
  }, [at, items.length]);

  const item = items[at];
  if (!item) return null;
  return (
    <PhotoDialog
      item={item}
      at={at}
      neighbours={{ before: items[at - 1], after: items[at + 1] }}
      ends={{ first: items[0], last: items.at(-1) }}
      count={Math.max(list.count, items.length)}
    />
  );
}

/** The tile of the photo seen last, or the one that took its place in the list. */
function focusTile({ id, at }: { id: string; at: number }): void {
  const tiles = [...document.querySelectorAll<HTMLElement>('[data-item]')];
  const tile = tiles.find(({ dataset }) => dataset['item'] === id);
  (tile ?? tiles[at] ?? tiles.at(-1))?.focus();
}
