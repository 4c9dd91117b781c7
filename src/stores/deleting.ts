import type { DeletedTogether, Item } from '#domains/item/item.ts';
import { deletedText } from '#domains/item/still-there.ts';
import type { Tile } from '#domains/item/tile.ts';
import { paths } from '#lib/paths.ts';
import type { Failure, Outcome } from './batch.ts';
import { forEach } from './batch.ts';
import { deleteTile, orderNow, restoreTile } from './item-changes.ts';
import { settle, tellSeen } from './many-items.ts';

const LATER = { href: paths.deletedItems, text: '削除した写真' };

type Deleted = Outcome<DeletedTogether, Tile>['done'];

/**
 * Deletes at once and offers undo. A photo of several goes from all of them; of one that others
 * still have it says who. @returns failures
 */
export async function deleteItems(tiles: readonly Tile[]): Promise<readonly Failure[]> {
  const order = orderNow();
  const outcome = await forEach('削除しています', tiles, deleteTile);
  tellSeen(outcome.done, null);
  return settle(outcome, {
    said: () => deletedText(itemsIn(outcome.done), othersOf(outcome.done)),
    undo: ({ item, result }) => restoreTile(item, result, order),
    later: LATER,
  });
}

const itemsIn = (done: Deleted): Item[] => done.flatMap(({ result }) => result.items);

/** Who has one of the photos now: more of them may have been deleted at once. */
function othersOf(done: Deleted): Item[] {
  const gone = new Set(itemsIn(done).map(({ id }) => id));
  const left = done.flatMap(({ result }) => result.others).filter(({ id }) => !gone.has(id));
  return [...new Map(left.map((item) => [item.id, item])).values()];
}
