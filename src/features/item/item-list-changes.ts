import { firstDayOf } from '../../lib/calendar.ts';
import type { ItemFilter } from './item-filter.ts';
import { isInPeriod, isOfPlace, isShown } from './item-filter.ts';
import type { ItemList } from './item-list.ts';
import { lookAgainFor, replaceItem } from './item-list.ts';
import type { Counts, Item } from './item.ts';

/**
 * A created photo goes to the front (domain.md#the-photo-page); `at` puts a restored one back where
 * it was.
 */
export function putItem(list: ItemList, item: Item, filter: ItemFilter, at = 0): ItemList {
  if (!isOfPlace(item, filter.shown)) return list;
  if (list.items.some(({ id }) => id === item.id)) return replaceItem(list, item);
  const isNew = isInPeriod(item, filter) && !list.aside.includes(item.id);
  return {
    ...list,
    items: [...list.items.slice(0, at), item, ...list.items.slice(at)],
    aside: list.aside.filter((id) => id !== item.id),
    count: list.count + (isNew ? 1 : 0),
    startDate: earlierStart(list, item),
  };
}

/** Months to choose from begin with the oldest photo. */
const earlierStart = ({ startDate }: ItemList, { yearMonth }: Item): string => {
  const first = firstDayOf(yearMonth);
  return first < startDate ? first : startDate;
};

/**
 * Takes a deleted photo out of the list (domain.md#the-photo-page), or one that stayed out of it,
 * like a copy.
 */
export function removeItem(list: ItemList, item: Item, filter: ItemFilter): ItemList {
  const counted = isInPeriod(item, filter) ? 1 : 0;
  if (list.aside.includes(item.id)) {
    const aside = list.aside.filter((id) => id !== item.id);
    return { ...list, aside, count: Math.max(0, list.count - counted) };
  }
  const items = list.items.filter(({ id }) => id !== item.id);
  if (items.length === list.items.length) return list;
  return {
    ...list,
    items,
    count: Math.max(0, list.count - counted),
    reached: Math.max(0, list.reached - counted),
  };
}

/**
 * Takes a moved photo out of the list (domain.md#the-photo-page). The server's list of everyone
 * still has it.
 * @param moved as the server has it now
 */
export function leaveList(list: ItemList, item: Item, moved: Item, filter: ItemFilter): ItemList {
  if (!isShown(moved, filter)) return removeItem(list, item, filter);
  const items = list.items.filter(({ id }) => id !== item.id);
  return items.length === list.items.length
    ? list
    : { ...list, items, aside: [...list.aside, item.id] };
}

/**
 * A copy shows in no list until that is loaded anew (domain.md#the-photo-page), but the server
 * counts it.
 */
export const noteCopy = (list: ItemList, copy: Item, filter: ItemFilter): ItemList =>
  isShown(copy, filter) && !list.items.some(({ id }) => id === copy.id)
    ? { ...list, count: list.count + 1, aside: [...list.aside, copy.id] }
    : list;

/**
 * A photo with another day or caption, in its place; on the server another day is another place.
 */
export function changeInList(
  list: ItemList,
  before: Item,
  item: Item,
  filter: ItemFilter,
): ItemList {
  const isSameDay = before.takenOn === item.takenOn;
  if (!list.items.some(({ id }) => id === item.id)) {
    return isSameDay ? list : lookAgainFor(list, item, filter);
  }
  const changed = { ...replaceItem(list, item), startDate: earlierStart(list, item) };
  if (isSameDay) return changed;
  const wasCounted = isInPeriod(before, filter) ? 1 : 0;
  return {
    ...changed,
    count: Math.max(0, list.count - wasCounted + (isInPeriod(item, filter) ? 1 : 0)),
    reached: Math.max(0, list.reached - wasCounted),
  };
}

/**
 * Where a photo that comes back belongs: behind the nearest of those that stood before it.
 * @param order the list's ids when the photo left
 */
export function placeAgain(list: ItemList, id: string, order: readonly string[]): number {
  const at = new Map(list.items.map((item, index) => [item.id, index]));
  const before = order.slice(0, Math.max(0, order.indexOf(id)));
  const neighbour = [...before].reverse().find((other) => at.has(other));
  if (neighbour !== undefined) return (at.get(neighbour) ?? 0) + 1;
  const follower = order.slice(before.length + 1).find((other) => at.has(other));
  return follower === undefined ? 0 : (at.get(follower) ?? 0);
}

/**
 * Adds to the resident's count, or to the overall one when there is no resident
 * (domain.md#the-photo-page).
 */
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
