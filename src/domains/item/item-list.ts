import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import type { Others } from './first-names.ts';
import type { ItemFilter } from './item-filter.ts';
import { EVERYONE, isInPeriod, isOfPlace, isShown } from './item-filter.ts';
import { PAGE_SIZE } from './item-limits.ts';
import type { Counts, Item, ItemsPage, ListedItem } from './item.ts';
import type { Tile } from './tile.ts';
import {
  asTile,
  hasItem,
  inFront,
  isSamePhoto,
  itemsIn,
  tileWith,
  withItem,
  withoutItem,
} from './tile.ts';

/** The server pages by offset; `reached` is how many of its first items are known to be here. */
export interface ItemList {
  items: readonly Tile[];
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
  /** For a large facility only the first residents. */
  counts: Counts;
  others: Others;
  held: Item[];
  /** Month of the facility's first letter. */
  firstMonth: YearMonth;
  deletedCount: number;
}

/** Remembered while responses are pending. */
export type Change =
  | { kind: 'put' | 'remove'; item: Item }
  | { kind: 'aside' | 'copy'; item: Item }
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
  const items = answer.items.map(asTile);
  const list = { ...answer, items, page, reached, aside: [], until: oldestOf(answer) ?? '' };
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
  const isKnown = (tile: Tile): boolean =>
    list.aside.includes(tile.id) || list.items.some((other) => isSamePhoto(other, tile));
  const start = firstIndex(page);
  const slid = Math.max(list.count - answer.count, losses(since), 0);
  const told = answer.items.map(asTile).flatMap((tile) => withoutOld(list, tile, since));
  const appended = {
    ...answer,
    page,
    items: [...list.items, ...told.filter((tile) => !isKnown(tile))],
    reached: slid > 0 ? Math.max(0, start - slid) : start + answer.items.length,
    aside: list.aside,
    until: oldestOf(answer) ?? list.until,
  };
  return replay(appended, answer, since, filter);
}

/** Without items that the answer has on their former day, while they are listed on the new one. */
function withoutOld(list: ItemList, tile: Tile, since: readonly Change[]): Tile[] {
  const isOld = ({ kind, item }: Change): boolean =>
    kind === 'change' &&
    item.takenOn !== tile.takenOn &&
    hasItem(tile, item.id) &&
    tileOf(list, item) !== undefined;
  const old = new Set(since.filter(isOld).map(({ item }) => item.id));
  if (old.size === 0) return [tile];
  const rest = [...old].reduce<Tile | null>((left, id) => left && withoutItem(left, id), tile);
  return rest ? [inFront(rest, () => true)] : [];
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
  const told = answer.items.map(asTile);
  const isSame = (one: Item) => (tile: Tile) => hasItem(tile, one.id) || isSamePhoto(tile, one);
  /** A photo of several changes once for each of them. */
  const isNew = (item: Item, at: number): boolean => {
    const tile = list.items.find(isSame(item));
    const changed = new Set(since.map((change) => change.item.id));
    const isFirst = since.findIndex((change) => isSamePhoto(change.item, item)) === at;
    return isFirst && !told.some(isSame(item)) && (!tile || itemsIn(tile).every(isIn(changed)));
  };
  return since.reduce(
    (before, change, at) =>
      again(before, change, filter, isShown(change.item, filter) && isNew(change.item, at)),
    list,
  );
}

const isIn =
  (ids: ReadonlySet<string>) =>
  ({ id }: Item): boolean =>
    ids.has(id);

function again(list: ItemList, change: Change, filter: ItemFilter, isNew: boolean): ItemList {
  const { kind, item } = change;
  const held = tileOf(list, item);
  const shared = held ?? list.items.find((tile) => isSamePhoto(tile, item));
  const count = list.count + (isNew ? 1 : 0);
  const aside = list.aside.filter((id) => id !== item.id);
  switch (kind) {
    case 'remove':
      return { ...takeItem(list, item, filter), aside };
    case 'aside':
    case 'copy':
      if (shared) return { ...list, items: giveItem(list, shared, item) };
      if (!isShown(item, filter) || (kind === 'copy' && isOnPhoto(filter))) return list;
      return { ...list, count, aside: [...aside, item.id] };
    case 'change':
      return {
        ...(held ? regroup(list, held, item, filter) : lookAgainFor(list, item, filter)),
        count: isInPeriod(change.before, filter) ? list.count : count,
      };
    case 'put':
      if (shared) return { ...list, items: giveItem(list, shared, item), count, aside };
      if (!isOfPlace(item, filter.shown)) return list;
      return { ...list, items: [asTile(item), ...list.items], count, aside };
  }
}

/** In the list of everyone a copy is no photo of its own: it comes with its photo's page. */
export const isOnPhoto = ({ shown }: ItemFilter): boolean => shown === EVERYONE;

export const tileOf = (list: ItemList, { id }: Pick<Item, 'id'>): Tile | undefined =>
  list.items.find((tile) => hasItem(tile, id));

/** To a photo that is listed. */
export const giveItem = (list: ItemList, tile: Tile, item: Item): Tile[] =>
  list.items.map((other) => (other === tile ? withItem(tile, item) : other));

/** A photo is listed while somebody of the shown place has it. */
export function takeItem(list: ItemList, item: Item, filter: ItemFilter): ItemList {
  const tile = tileOf(list, item);
  return tile ? takeFrom(list, tile, item, filter) : list;
}

function takeFrom(list: ItemList, tile: Tile, { id }: Item, { shown }: ItemFilter): ItemList {
  const isHere = (item: Item): boolean => isOfPlace(item, shown);
  const rest = withoutItem(tile, id);
  const front = rest && inFront(rest, isHere);
  const left = front && isHere(front) ? [front] : [];
  return { ...list, items: list.items.flatMap((other) => (other === tile ? left : other)) };
}

/** With the known face of its person. */
function dressedLike(tile: Tile, item: ListedItem): Tile {
  const known = tile.people.find(({ itemId }) => itemId === item.id);
  return item.people ? asTile(item) : tileWith(item, known?.portraitUrl ?? null);
}

/** After a change, perhaps of the day: with those of its photo and day. */
export function regroup(list: ItemList, tile: Tile, changed: Item, filter: ItemFilter): ItemList {
  const item = dressedLike(tile, changed);
  if (item.takenOn === tile.takenOn) return { ...list, items: giveItem(list, tile, item) };
  const target = list.items.find((other) => other !== tile && isSamePhoto(other, item));
  if (target) return takeFrom({ ...list, items: giveItem(list, target, item) }, tile, item, filter);
  const at = list.items.indexOf(tile);
  const { items } = takeFrom(list, tile, item, filter);
  return isOfPlace(item, filter.shown)
    ? { ...list, items: [...items.slice(0, at), asTile(item), ...items.slice(at)] }
    : { ...list, items };
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

/** What is known of an item and its photo. */
export function replaceItem(list: ItemList, item: Item): ItemList {
  const tile = tileOf(list, item);
  return tile ? { ...list, items: giveItem(list, tile, item) } : list;
}
