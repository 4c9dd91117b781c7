import { firstDayOf } from '#lib/calendar.ts';
import type { ItemFilter } from './item-filter.ts';
import { isInPeriod, isOfPlace, isShown } from './item-filter.ts';
import type { ItemList } from './item-list.ts';
import { lookAgainFor, replaceItem } from './item-list.ts';
import type { Counts, Created, Item, OrderStep } from './item.ts';

/** Inserts at the front (domain.md#the-photo-page); a restored photo at `at`. */
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

/** Held photos make no month. */
const earlierStart = ({ startDate }: ItemList, { yearMonth, held }: Item): string => {
  if (held) return startDate;
  const first = firstDayOf(yearMonth);
  return first < startDate ? first : startDate;
};

/** Removes a deleted photo, listed or not (domain.md#the-photo-page). */
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

/** Removes what was deleted with another photo; it may be on a page that is not loaded yet. */
export function removeAlong(list: ItemList, item: Item, filter: ItemFilter): ItemList {
  const removed = removeItem(list, item, filter);
  return removed === list && isShown(item, filter)
    ? { ...list, count: Math.max(0, list.count - 1) }
    : removed;
}

/** Removes a moved photo; the server's unfiltered list keeps it (domain.md#the-photo-page). */
export function leaveList(list: ItemList, item: Item, moved: Item, filter: ItemFilter): ItemList {
  if (!isShown(moved, filter)) return removeItem(list, item, filter);
  const items = list.items.filter(({ id }) => id !== item.id);
  return items.length === list.items.length
    ? list
    : { ...list, items, aside: [...list.aside, item.id] };
}

/** A copy is not shown until the list is reloaded (domain.md#the-photo-page). */
export const noteCopy = (list: ItemList, copy: Item, filter: ItemFilter): ItemList =>
  isShown(copy, filter) && !list.items.some(({ id }) => id === copy.id)
    ? { ...list, count: list.count + 1, aside: [...list.aside, copy.id] }
    : list;

/** On the server, another day means another position. */
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

/** The photo before or after it in the letter, where the list is the other way round. */
export function neighbourInLetter(
  items: readonly Item[],
  { id, takenOn, residentId }: Item,
  step: OrderStep,
): Item | undefined {
  const day = items.filter((other) => other.takenOn === takenOn && other.residentId === residentId);
  const at = day.findIndex((other) => other.id === id);
  return at < 0 ? undefined : day[step === 'earlier' ? at + 1 : at - 1];
}

/** Exchanges a photo with its neighbour in the letter, once the server has. */
export function exchange(list: ItemList, item: Item, step: OrderStep): ItemList {
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
  const at = new Map(list.items.map((item, index) => [item.id, index]));
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
