import type { CivilDate } from '../../lib/calendar.ts';
import { PAGE_SIZE } from './item-limits.ts';
import type { Counts, Item, ItemsPage } from './item.ts';
import type { ItemFilter } from './item-filter.ts';
import { isInPeriod, isOfPlace, isShown } from './item-filter.ts';

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
  /**
   * Photos of the server's list that stay out of this one until it is replaced: moving takes a
   * photo out and copying changes no list (domain.md#the-photo-page), also in the list of everyone.
   */
  aside: readonly string[];
  /** The oldest day a page has brought; of that day and before, more may be on the server. */
  until: CivilDate;
}

/** All that the server knew when it made the page. */
export interface ItemsStart {
  filter: ItemFilter;
  page: number;
  today: CivilDate;
  /** The server's clock in milliseconds; without it the page keeps its day. */
  now?: number;
  /** The resident of the page, who may have left and so be missing in the counts. */
  shownName: string | null;
  answer: ItemsPage;
  counts: Counts;
  /** What waits for an answer, whosever it is. */
  held: Item[];
  /** Photos that can be restored, of the whole facility. */
  deletedCount: number;
}

/** What a person did here; remembered while an answer is under way. */
export type Change =
  | { kind: 'put' | 'remove'; item: Item }
  /** Moved or copied from here, as the server has it now. */
  | { kind: 'aside'; item: Item }
  | { kind: 'change'; item: Item; before: Item };

const firstIndex = (page: number): number => (page - 1) * PAGE_SIZE;
const NONE: readonly Change[] = [];

/**
 * The first page replaces the list (domain.md#the-photo-page).
 * @param since what was changed here while the answer was under way
 */
export function replaceItems(
  answer: ItemsPage,
  page: number,
  filter: ItemFilter,
  since = NONE,
): ItemList {
  const reached = Math.max(0, firstIndex(page) + answer.items.length - losses(since));
  const list = { ...answer, page, reached, aside: [], until: oldestOf(answer) ?? '' };
  return replay(list, answer, since, filter);
}

/**
 * Later pages append (domain.md#the-photo-page), without what is here already. What was deleted
 * before this page meanwhile, here or by others, made as many unknown photos slide off its front:
 * ask there again.
 */
export function appendItems(
  list: ItemList,
  answer: ItemsPage,
  page: number,
  filter: ItemFilter,
  since = NONE,
): ItemList {
  const known = new Set([...list.aside, ...list.items.map(({ id }) => id)]);
  const start = firstIndex(page);
  const slid = Math.max(list.count - answer.count, losses(since), 0);
  const appended = {
    ...answer,
    page,
    items: [...list.items, ...answer.items.filter(({ id }) => !known.has(id))],
    reached: slid > 0 ? Math.max(0, start - slid) : start + answer.items.length,
    aside: list.aside,
    until: oldestOf(answer) ?? list.until,
  };
  return replay(appended, answer, since, filter);
}

const oldestOf = ({ items }: ItemsPage): CivilDate | undefined => items.at(-1)?.takenOn;

/** How many photos may have left their place in the server's order. */
const losses = (since: readonly Change[]): number =>
  since.filter(({ kind }) => kind === 'remove' || kind === 'change').length;

/**
 * Repeats on an answer what it may not have known. The count comes out rather too large: that
 * costs one more call, too small would lose a photo.
 */
function replay(
  list: ItemList,
  answer: ItemsPage,
  since: readonly Change[],
  filter: ItemFilter,
): ItemList {
  const told = new Set(answer.items.map(({ id }) => id));
  return since.reduce((before, change) => again(before, change, filter, told), list);
}

function again(
  list: ItemList,
  change: Change,
  filter: ItemFilter,
  told: ReadonlySet<string>,
): ItemList {
  const { kind, item } = change;
  const others = list.items.filter(({ id }) => id !== item.id);
  const isNew = isShown(item, filter) && !told.has(item.id);
  const count = list.count + (isNew ? 1 : 0);
  const aside = list.aside.filter((id) => id !== item.id);
  switch (kind) {
    case 'remove':
      return { ...list, items: others, aside };
    case 'aside':
      if (!isShown(item, filter)) return list;
      return { ...list, items: others, count, aside: [...aside, item.id] };
    case 'change':
      return {
        ...(others.length < list.items.length
          ? replaceItem(list, item)
          : lookAgainFor(list, item, filter)),
        count: isInPeriod(change.before, filter) ? list.count : count,
      };
    case 'put':
      if (!isOfPlace(item, filter.shown)) return list;
      if (others.length < list.items.length) return { ...replaceItem(list, item), count, aside };
      return { ...list, items: [item, ...others], count, aside };
  }
}

/** The page that surely holds the next unknown photo, or null when all are here. */
export function nextPage(list: ItemList, filter: ItemFilter): number | null {
  const known = list.items.filter((item) => isInPeriod(item, filter)).length + list.aside.length;
  return list.reached >= list.count || known >= list.count ? null : pageAfter(list);
}

/** The page where the part of the server's list that is surely known here ends. */
export const pageAfter = ({ reached }: ItemList): number => Math.floor(reached / PAGE_SIZE) + 1;

/** Whether all photos of a day are here. */
export const isDayWhole = (list: ItemList, day: CivilDate, filter: ItemFilter): boolean =>
  list.until < day || nextPage(list, filter) === null;

/** A photo that is not here and got another day may be on any of the server's pages by now. */
export const lookAgainFor = (list: ItemList, item: Item, filter: ItemFilter): ItemList =>
  isShown(item, filter) ? { ...list, reached: 0 } : list;

/** A photo that changed, in its place. */
export const replaceItem = (list: ItemList, item: Item): ItemList => ({
  ...list,
  items: list.items.map((old) => (old.id === item.id ? item : old)),
});
