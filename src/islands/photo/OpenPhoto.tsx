import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ItemList } from '#domains/item/item-list.ts';
import { hasItem } from '#domains/item/tile.ts';
import { loadMore } from '#stores/items-loading.ts';
import { $openId, closePhoto } from '#stores/open-photo.ts';
import { focusPhoto } from '#islands/items/tab-stop.ts';
import { Later, useSoon } from '#islands/Later.tsx';

/** Photos left before the next page is loaded. */
const AHEAD = 5;

const loadDialog = () => import('./PhotoDialog.tsx');

/** Closing returns the focus to the photo's tile. */
export function OpenPhoto({ list }: { list: ItemList }) {
  useSoon(loadDialog);
  const openId = useStore($openId, { ssr: 'initial' });
  const { items } = list;
  const at = items.findIndex((tile) => openId !== null && hasItem(tile, openId));
  const last = useRef<{ id: string; at: number } | null>(null);
  useEffect(() => {
    if (openId !== null && at >= 0) {
      last.current = { id: openId, at };
      return;
    }
    // The photo was deleted or moved.
    if (openId !== null) return closePhoto();
    const { id, at: place = 0 } = last.current ?? {};
    const next = items.find((tile) => hasItem(tile, id ?? '')) ?? items[place] ?? items.at(-1);
    if (last.current && next) focusPhoto(next.id);
    last.current = null;
  }, [openId, at, items]);
  useEffect(() => {
    if (at >= 0 && at >= items.length - AHEAD) void loadMore();
  }, [at, items.length]);

  const item = items[at];
  if (!item) return null;
  return (
    <Later
      load={loadDialog}
      of={{
        item,
        at,
        neighbours: { before: items[at - 1], after: items[at + 1] },
        ends: { first: items[0], last: items.at(-1) },
        count: Math.max(list.count, items.length),
      }}
      onFailure={closePhoto}
    />
  );
}
