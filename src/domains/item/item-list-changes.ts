import { firstDayOf } from '#lib/calendar.ts';
import type { ItemFilter } from './item-filter.ts';
import { isInPeriod, isOfPlace, isShown } from './item-filter.ts';
import type { ItemList } from './item-list.ts';
import { giveItem, isOnPhoto, lookAgainFor, regroup, takeItem, tileOf } from './item-list.ts';
import type { Counts, Created, Item, OrderStep } from './item.ts';
import type { Tile } from './tile.ts';
import { asTile, isOfSeveral, isSamePhoto, ownersOf } from './tile.ts';

/** Inserts at the front (domain.md#the-photo-page); a restored photo at `at`. */
export function putItem(list: ItemList, item: Item, filter: ItemFilter, at = 0): ItemList {
  const tile = tileOf(list, item) ?? list.items.find((other) => isSamePhoto(other, item));
  if (tile) return { ...list, items: giveItem(list, tile, item) };
  if (!isOfPlace(item, filter.shown)) return list;
  const isNew = isInPeriod(item, filter) && !list.aside.includes(item.id);
  return {
    ...list,
    items: [...list.items.slice(0, at), asTile(item), ...list.items.slice(at)],
    aside: list.aside.filter((id) => id !== item.id),
    count: list.count + (isNew ? 1 : 0),
    startDate: earlierStart(list, item),
  };
}

/** Held photos make no month. */
const earlierStart = ({ startDate }: ItemList, { yearMonth, held }: Item): string => {
  if (held) return startDate;
  const first = firstDayOf(yearMonth);
  return first < startDate ? first : startDate;
};

/** Removes a deleted photo, listed or not (domain.md#the-photo-page), from one who had it. */
export function removeItem(list: ItemList, item: Item, filter: ItemFilter): ItemList {
  const counted = isInPeriod(item, filter) ? 1 : 0;
  if (list.aside.includes(item.id)) {
    const aside = list.aside.filter((id) => id !== item.id);
    return { ...list, aside, count: Math.max(0, list.count - counted) };
  }
  const taken = takeItem(list, item, filter);
  // Another item stands for the photo now, perhaps in another place of the server's order.
  if (taken.items.length === list.items.length) {
    return tileOf(list, item) ? lookAgainFor(taken, item, filter) : taken;
  }
  return {
    ...taken,
    count: Math.max(0, list.count - counted),
    reached: Math.max(0, list.reached - counted),
  };
}

/**
 * Removes a moved photo, which others may still have; the server's unfiltered list keeps it
 * (domain.md#the-photo-page).
 */
export function leaveList(list: ItemList, item: Item, moved: Item, filter: ItemFilter): ItemList {
  const tile = tileOf(list, item);
  if (!isShown(moved, filter)) return removeItem(list, item, filter);
  if (!tile) return list;
  if (isOfSeveral(tile)) return { ...list, items: giveItem(list, tile, moved) };
  return { ...takeItem(list, item, filter), aside: [...list.aside, item.id] };
}

/**
 * A copy is one person more on a listed photo; in the list of its own place it is not shown until
 * that is reloaded (domain.md#the-photo-page).
 */
export function noteCopy(list: ItemList, copy: Item, filter: ItemFilter): ItemList {
  const tile = tileOf(list, copy) ?? list.items.find((other) => isSamePhoto(other, copy));
  if (tile) return { ...list, items: giveItem(list, tile, copy) };
  return isShown(copy, filter) && !isOnPhoto(filter)
    ? { ...list, count: list.count + 1, aside: [...list.aside, copy.id] }
    : list;
}

/** On the server, another day means another position. */
export function changeInList(
  list: ItemList,
  before: Item,
  item: Item,
  filter: ItemFilter,
): ItemList {
  const isSameDay = before.takenOn === item.takenOn;
  const tile = tileOf(list, item);
  if (!tile && isSameDay) return list;
  if (!tile) {
    const shared = list.items.find((other) => isSamePhoto(other, item));
    return shared
      ? { ...list, items: giveItem(list, shared, item) }
      : lookAgainFor(list, item, filter);
  }
  const { items } = regroup(list, tile, item, filter);
  const changed = { ...list, items, startDate: earlierStart(list, item) };
  if (isSameDay) return changed;
  // Alone it took its tile along; else it left one, and may have come to another.
  const by = (one: Item): number => (isInPeriod(one, filter) ? 1 : 0);
  const isLeft = !isOfSeveral(tile) || !items.some((other) => isSamePhoto(other, before));
  const isNew = !list.items.some((other) => isSamePhoto(other, item));
  const wasCounted = isLeft ? by(before) : 0;
  return {
    ...changed,
    count: Math.max(0, list.count - wasCounted + (isNew ? by(item) : 0)),
    reached: Math.max(0, list.reached - wasCounted),
  };
}

/** The photo before or after it in the letter, where the list is the other way round. */
export function neighbourInLetter(
  tiles: readonly Tile[],
  { id, takenOn, people }: Tile,
  step: OrderStep,
): Tile | undefined {
  const places = new Set(ownersOf({ people }).map(({ residentId }) => residentId));
  const isOfThem = (tile: Tile): boolean =>
    ownersOf(tile).some(({ residentId }) => places.has(residentId));
  const day = tiles.filter((tile) => tile.takenOn === takenOn && isOfThem(tile));
  const at = day.findIndex((other) => other.id === id);
  return at < 0 ? undefined : day[step === 'earlier' ? at + 1 : at - 1];
}

/** Exchanges a photo with its neighbour in the letter, once the server has. */
export function exchange(list: ItemList, item: Tile, step: OrderStep): ItemList {
  const other = neighbourInLetter(list.items, item, step);
  if (!other) return list;
  const places = new Map([
    [item.id, other],
    [other.id, item],
  ]);
  return { ...list, items: list.items.map((each) => places.get(each.id) ?? each) };
}

/** Reinserts after the nearest former predecessor. @param order ids when the photo left */
export function placeAgain(list: ItemList, id: string, order: readonly string[]): number {
  // Of a photo of several, another item may be in front by now.
  const at = new Map(
    list.items.flatMap(({ people }, index) => people.map(({ itemId }) => [itemId, index])),
  );
  const before = order.slice(0, Math.max(0, order.indexOf(id)));
  const neighbour = [...before].reverse().find((other) => at.has(other));
  if (neighbour !== undefined) return (at.get(neighbour) ?? 0) + 1;
  const follower = order.slice(before.length + 1).find((other) => at.has(other));
  return follower === undefined ? 0 : (at.get(follower) ?? 0);
}

/** Adds to a resident's count, or the facility-wide one (domain.md#the-photo-page). */
export const countItem = (counts: Counts, residentId: string | null, by: 1 | -1): Counts =>
  residentId === null
    ? { ...counts, allCount: Math.max(0, counts.allCount + by) }
    : {
        ...counts,
        residents: counts.residents.map((resident) =>
          resident.id === residentId
            ? { ...resident, itemsCount: Math.max(0, resident.itemsCount + by) }
            : resident,
        ),
      };

/** Of either form of the answer. */
export const itemsOf = (created: Created): Item[] =>
  'items' in created ? created.items : [created.item];
