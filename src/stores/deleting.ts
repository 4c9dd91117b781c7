import type { DeletedTogether, Item } from '#domains/item/item.ts';
import { allOf, deletedText, deletedTogetherText } from '#domains/item/still-there.ts';
import { paths } from '#lib/paths.ts';
import type { Failure, Outcome } from './batch.ts';
import { forEach } from './batch.ts';
import { deleteItem, orderNow, restoreItem } from './item-changes.ts';
import { settle } from './many-items.ts';
import { notify } from './notice.ts';

const LATER = { href: paths.deletedItems, text: '削除した写真' };
const DOING = '削除しています';

type Deleted = Outcome<DeletedTogether>['done'];

/**
 * Deletes at once and offers undo. Of a photo that others still have, says who, and offers to take
 * it from all of them. @returns failures
 */
export async function deleteItems(items: readonly Item[]): Promise<readonly Failure[]> {
  const order = orderNow();
  const outcome = await forEach(DOING, items, (item) => deleteItem(item));
  const { done } = outcome;
  const others = othersOf(done);
  const everyone = [...done.map(({ item }) => item), ...others];
  return settle(outcome, {
    said: () => deletedText(itemsIn(done), others),
    undo: ({ item }) => restoreItem(item, order),
    next:
      others.length === 0
        ? undefined
        : {
            text: done.length === 1 ? `${allOf(everyone)}削除する` : '残りも削除する',
            run: () => deleteRest(done, order),
          },
    later: LATER,
  });
}

const itemsIn = (done: Deleted): DeletedTogether['items'] =>
  done.flatMap(({ result }) => result.items);

/** Who has one of the photos now: more of them may have been deleted at once. */
function othersOf(done: Deleted): Item[] {
  const gone = new Set(itemsIn(done).map(({ id }) => id));
  const left = done.flatMap(({ result }) => result.others).filter(({ id }) => !gone.has(id));
  return [...new Map(left.map((item) => [item.id, item])).values()];
}

/** In one call for each photo and day. Undoing brings back all that both acts took. */
async function deleteRest(first: Deleted, order: readonly string[]): Promise<void> {
  const rest = oneOfEachDay(first);
  const { done, failed } = await forEach(DOING, rest, (item) => deleteItem(item, true));
  const since = itemsIn(first).reduce(
    (at, { deletedAt }) => (deletedAt < at ? deletedAt : at),
    '9',
  );
  const days = new Set(itemsIn(done).map(({ takenOn }) => takenOn));
  const taken = done.map(({ item }) => ({ item, result: { since } }));
  const alone = first
    .filter(({ item }) => !days.has(item.takenOn))
    .map(({ item }) => ({ item, result: { since: undefined } }));
  if (taken.length > 0) {
    settle<{ since: string | undefined }>(
      { done: [...taken, ...alone], failed },
      {
        said: () => deletedTogetherText([...itemsIn(first), ...itemsIn(done)]),
        undo: ({ item, result }) => restoreItem(item, order, result.since),
        later: LATER,
      },
    );
  }
  const [failure] = failed;
  if (failure) notify({ text: `残りは削除できませんでした。${failure.msg}`, later: LATER });
}

/** Of each photo that others still have, one item of each day. */
function oneOfEachDay(done: Deleted): Item[] {
  const open = new Set(othersOf(done).map(({ id }) => id));
  const chosen: Item[] = [];
  for (const { result } of done) {
    for (const item of result.others) {
      if (!open.has(item.id)) continue;
      chosen.push(item);
      const ofDay = result.others.filter(({ takenOn }) => takenOn === item.takenOn);
      for (const { id } of ofDay) open.delete(id);
    }
  }
  return chosen;
}
