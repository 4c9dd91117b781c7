import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import type { Others } from './first-names.ts';
import type { ItemFilter } from './item-filter.ts';
import { isInPeriod, isOfPlace, isShown } from './item-filter.ts';
import { PAGE_SIZE } from './item-limits.ts';
import type { Counts, Item, ItemsPage } from './item.ts';

/** The server pages by offset; `reached` is how many of its first items are known to be here. */
export interface ItemList {
  items: readonly Item[];
  page: number;
  lastPage: number;
  count: number;
  startDate: string;
  reached: number;
  /** Moved or copied: on the server, but hidden until a reload (domain.md#the-photo-page). */
  aside: readonly string[];
  /** The oldest loaded day; the server may have more of it. */
  until: CivilDate;
}

export interface ItemsStart {
  filter: ItemFilter;
  page: number;
  today: CivilDate;
  /** The server's clock in milliseconds; without it the day stays fixed. */
  now?: number;
  /** Residents who left are missing from the counts. */
  shownName: string | null;
  answer: ItemsPage;
  /** Of a large facility only the first residents. */
  counts: Counts;
  others: Others;
  held: Item[];
  /** Of the facility's first letter. */
  firstMonth: YearMonth;
  deletedCount: number;
}

/** Remembered while responses are pending. */
export type Change =
  | { kind: 'put' | 'remove'; item: Item }
  | { kind: 'aside'; item: Item }
  | { kind: 'change'; item: Item; before: Item };

const firstIndex = (page: number): number => (page - 1) * PAGE_SIZE;
const NONE: readonly Change[] = [];

/** Shows the first page (domain.md#the-photo-page). @param since changes during the request */
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
 * Appends a page (domain.md#the-photo-page). A deletion before it shifts one unknown photo off its
 * front, so that part is fetched again.
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

/** Photos that may have left their position on the server. */
const losses = (since: readonly Change[]): number =>
  since.filter(({ kind }) => kind === 'remove' || kind === 'change').length;

/**
 * Repeats local changes on a response that may lack them. Too high a count costs a request; too low
 * would lose a photo.
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

/** null when all are loaded. */
export function nextPage(list: ItemList, filter: ItemFilter): number | null {
  const known = list.items.filter((item) => isInPeriod(item, filter)).length + list.aside.length;
  return list.reached >= list.count || known >= list.count ? null : pageAfter(list);
}

const pageAfter = ({ reached }: ItemList): number => Math.floor(reached / PAGE_SIZE) + 1;

/** Whether a day is fully loaded. */
export const isDayWhole = (list: ItemList, day: CivilDate, filter: ItemFilter): boolean =>
  list.until < day || nextPage(list, filter) === null;

/** An unloaded photo with a new day may be on any page now. */
export const lookAgainFor = (list: ItemList, item: Item, filter: ItemFilter): ItemList =>
  isShown(item, filter) ? { ...list, reached: 0 } : list;

export const replaceItem = (list: ItemList, item: Item): ItemList => ({
  ...list,
  items: list.items.map((old) => (old.id === item.id ? item : old)),
});
