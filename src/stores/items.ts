import { atom, computed } from 'nanostores';
import type { Others } from '#domains/item/first-names.ts';
import { NO_OTHERS } from '#domains/item/first-names.ts';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { MONTH_TAB, isSameFilter } from '#domains/item/item-filter.ts';
import type { ItemList, ItemsStart } from '#domains/item/item-list.ts';
import { replaceItems } from '#domains/item/item-list.ts';
import type { Counts } from '#domains/item/item.ts';
import { openHeld } from './held-items.ts';
import { openToday } from './today.ts';

export { $today } from './today.ts';

export type Loading = 'first' | 'more' | null;

const NOTHING_YET: ItemFilter = { yearMonth: 0, tab: MONTH_TAB, shown: '' };

/** List, filter and counts are replaced as a whole; the rest is derived. */
export const $filter = atom<ItemFilter>(NOTHING_YET);
export const $list = atom<ItemList>({
  items: [],
  page: 1,
  lastPage: 1,
  count: 0,
  startDate: '',
  reached: 0,
  aside: [],
  until: '',
});
export const $counts = atom<Counts>({ allCount: 0, residents: [] });
/** Residents whose counts are not here yet. */
export const $others = atom<Others>(NO_OTHERS);
/** They could not be loaded. */
export const $areOthersMissing = atom(false);
export const $deletedCount = atom(0);
export const $loading = atom<Loading>(null);
export const $listError = atom<string | null>(null);

/** The previous filter until a response arrives. */
export const $listOf = atom<ItemFilter>(NOTHING_YET);
export const $countsOf = atom<ItemFilter>(NOTHING_YET);

export const $isListOld = computed([$listOf, $filter], (of, filter) => !isSameFilter(of, filter));
export const $areCountsOld = computed(
  [$countsOf, $filter],
  (of, { shown, ...period }) => !isSameFilter({ ...of, shown }, { ...period, shown }),
);

export const $items = computed($list, ({ items }) => items);
export const $residents = computed($counts, ({ residents }) => residents);

/** Whether the counts lack this resident, as far as known. */
export const isOther = (residentId: string | null): boolean =>
  residentId !== null &&
  $others.get().count > 0 &&
  !$residents.get().some(({ id }) => id === residentId);

/** Stores are module globals: browser only. */
export function openItems(start: ItemsStart): void {
  $filter.set(start.filter);
  $listOf.set(start.filter);
  $countsOf.set(start.filter);
  $list.set(replaceItems(start.answer, start.page, start.filter));
  $counts.set(start.counts);
  $others.set(start.others);
  $areOthersMissing.set(false);
  $deletedCount.set(start.deletedCount);
  openToday(start.today, start.now);
  openHeld(start.held, start.firstMonth);
  $loading.set(null);
  $listError.set(null);
}
