import type { CivilDate } from '../../lib/calendar.ts';
import { PAGE_SIZE } from './item-limits.ts';
import type { Counts, Item, ItemsPage } from './item.ts';
import type { ItemFilter } from './item-filter.ts';
import { isInPeriod, isOfPlace } from './item-filter.ts';

/**
 * The list as the browser keeps it. The server pages by offset, and every photo added or deleted
 * moves the offsets; `reached` says how many of the server's first items are surely known here.
 */
export interface ItemList {
  items: readonly Item[];
  /** The page that came last. */
  page: number;
  lastPage: number;
  /** How many photos the server has for this filter. */
  count: number;
  startDate: string;
  reached: number;
}

/** All that the server knew when it made the page. */
export interface ItemsStart {
  filter: ItemFilter;
  page: number;
  today: CivilDate;
  /** The resident of the page, who may have left and so be missing in the counts. */
  shownName: string | null;
  answer: ItemsPage;
  counts: Counts;
}

/** What a person did here; remembered while an answer is under way. */
export interface Change {
  kind: 'put' | 'remove';
  item: Item;
}

const firstIndex = (page: number): number => (page - 1) * PAGE_SIZE;
const NONE: readonly Change[] = [];

/**
 * The first page replaces the list (spec 4).
 * @param since what was changed here while the answer was under way
 */
export function replaceItems(
  answer: ItemsPage,
  page: number,
  filter: ItemFilter,
  since = NONE,
): ItemList {
  const reached = firstIndex(page) + answer.items.length - removals(since).length;
  return replay({ ...answer, page, reached: Math.max(0, reached) }, since, filter);
}

/**
 * Later pages append (spec 4), without what is here already. What was deleted before this page
 * meanwhile, here or by others, made as many unknown photos slide off its front: ask there again.
 */
export function appendItems(
  list: ItemList,
  answer: ItemsPage,
  page: number,
  filter: ItemFilter,
  since = NONE,
): ItemList {
  const known = new Set(list.items.map(({ id }) => id));
  const start = firstIndex(page);
  const slid = Math.max(list.count - answer.count, removals(since).length, 0);
  const appended = {
    ...answer,
    page,
    items: [...list.items, ...answer.items.filter(({ id }) => !known.has(id))],
    reached: slid > 0 ? Math.max(0, start - slid) : start + answer.items.length,
  };
  return replay(appended, since, filter);
}

const removals = (changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ kind }) => kind === 'remove');

/**
 * Repeats on an answer what it may not have known. The count comes out rather too large: that
 * costs one more call, too small would lose a photo.
 */
function replay(list: ItemList, since: readonly Change[], filter: ItemFilter): ItemList {
  const gone = new Set(removals(since).map(({ item }) => item.id));
  const put = since.filter(
    ({ kind, item }) => kind === 'put' && isOfPlace(item, filter.shown) && !gone.has(item.id),
  );
  const here = new Set(list.items.map(({ id }) => id));
  const missing = put.map(({ item }) => item).filter(({ id }) => !here.has(id));
  return {
    ...list,
    items: [...missing.reverse(), ...list.items.filter(({ id }) => !gone.has(id))],
    count: list.count + put.filter(({ item }) => isInPeriod(item, filter)).length,
  };
}

/** The page that surely holds the next unknown photo, or null when all are here. */
export function nextPage(list: ItemList, filter: ItemFilter): number | null {
  const known = list.items.filter((item) => isInPeriod(item, filter)).length;
  if (list.reached >= list.count || known >= list.count) return null;
  return Math.floor(list.reached / PAGE_SIZE) + 1;
}

/** A created photo goes to the front (spec 4); `at` puts a restored one back where it was. */
export function putItem(list: ItemList, item: Item, filter: ItemFilter, at = 0): ItemList {
  if (!isOfPlace(item, filter.shown)) return list;
  if (list.items.some(({ id }) => id === item.id)) return replaceItem(list, item);
  return {
    ...list,
    items: [...list.items.slice(0, at), item, ...list.items.slice(at)],
    count: list.count + (isInPeriod(item, filter) ? 1 : 0),
  };
}

/** Takes a deleted or moved photo out of the list (spec 4). */
export function removeItem(list: ItemList, item: Item, filter: ItemFilter): ItemList {
  const items = list.items.filter(({ id }) => id !== item.id);
  if (items.length === list.items.length) return list;
  const counted = isInPeriod(item, filter) ? 1 : 0;
  return {
    ...list,
    items,
    count: Math.max(0, list.count - counted),
    reached: Math.max(0, list.reached - counted),
  };
}

/** A photo that changed, in its place. */
export const replaceItem = (list: ItemList, item: Item): ItemList => ({
  ...list,
  items: list.items.map((old) => (old.id === item.id ? item : old)),
});

/** Adds to the resident's count, or to the overall one when there is no resident (spec 4). */
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
