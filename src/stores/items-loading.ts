import type { ItemFilter } from '#domains/item/item-filter.ts';
import {
  MONTH_TAB,
  filterAddress,
  isSameFilter,
  itemsQuery,
  placeOf,
} from '#domains/item/item-filter.ts';
import type { Change } from '#domains/item/item-list.ts';
import { appendItems, nextPage, replaceItems } from '#domains/item/item-list.ts';
import type { itemCalls } from '#domains/item/item.calls.ts';
import type { ItemsPage } from '#domains/item/item.ts';
import { paths } from '#lib/paths.ts';
import { whileLoading } from './loading.ts';
import { api, msgOf } from '#client/api-client.ts';
import { endChoosingFor } from './choosing.ts';
import {
  $areCountsOld,
  $areOthersMissing,
  $counts,
  $countsOf,
  $filter,
  $isListOld,
  $list,
  $listError,
  $listOf,
  $loading,
  $others,
  isOther,
} from './items.ts';
import { afterWrites, watchWrites } from '#client/pending-writes.ts';

const listeners = new Set<Change[]>();

/** Tells pending requests what their responses may lack. */
export function noteChange(change: Change): void {
  for (const changes of listeners) changes.push(change);
}

/** Shows another month or resident, and updates the URL. */
export async function showFilter(filter: ItemFilter, options = { keepAddress: false }) {
  $filter.set(filter);
  if (!options.keepAddress) endChoosingFor(filterAddress(filter));
  const needsCounts = $areCountsOld.get() || isOther(placeOf(filter.shown) ?? null);
  await Promise.all([loadFirst(), needsCounts ? loadCounts() : null]);
}

export async function tryAgain(): Promise<void> {
  $listError.set(null);
  const isMore = !$isListOld.get() && $list.get().reached > 0;
  await (isMore ? loadMore() : showFilter($filter.get(), { keepAddress: true }));
}

const loadFirst = (): Promise<void> =>
  load('first', 1, (answer, filter, since) => replaceItems(answer, 1, filter, since));

export async function loadMore(): Promise<void> {
  const page = nextPage($list.get(), $filter.get());
  if (page === null || $loading.get() !== null) return;
  await loadPage(page);
}

const loadPage = (page: number): Promise<void> =>
  load('more', page, (answer, filter, since) =>
    appendItems($list.get(), answer, page, filter, since),
  );

/**
 * Reads the list again from its beginning: changes that were not answered yet may have moved photos
 * between pages that were read before and after.
 */
const makeSure = (): void => {
  if ($loading.get() !== null) return;
  $list.set({ ...$list.get(), reached: 0 });
  void loadPage(1);
};
const askCounts = (): void => void loadCounts();

type Take = (
  answer: ItemsPage,
  filter: ItemFilter,
  since: Change[],
) => ReturnType<typeof $list.get>;

/** Number of the latest first load; earlier responses are stale. */
let turn = 0;

/** Drops the response if the filter changed meanwhile (domain.md#the-photo-page). */
async function load(kind: 'first' | 'more', page: number, take: Take): Promise<void> {
  const filter = $filter.get();
  const mine = kind === 'first' ? ++turn : turn;
  const isStale = (): boolean => mine !== turn || !isSameFilter(filter, $filter.get());
  const hadWrites = watchWrites();
  const since: Change[] = [];
  listeners.add(since);
  $loading.set(kind);
  $listError.set(null);
  try {
    const answer = await whileLoading(
      api.get<typeof itemCalls.list>(`${paths.api.items}?${itemsQuery(filter, page)}`),
    );
    if (isStale()) return;
    $list.set(take(answer, filter, since));
    $listOf.set(filter);
  } catch (error) {
    if (!isStale()) $listError.set(msgOf(error));
  } finally {
    listeners.delete(since);
    if (!isStale()) $loading.set(null);
    if (!isStale() && hadWrites()) afterWrites(makeSure);
  }
}

/** Loads the residents that the page was not sent. Never throws. */
export async function loadOthers(): Promise<void> {
  if ($others.get().count === 0) return;
  $areOthersMissing.set(false);
  await loadCounts();
  $areOthersMissing.set($others.get().count > 0);
}

async function loadCounts(): Promise<void> {
  const filter = $filter.get();
  const { tab, yearMonth } = filter;
  const query = tab === MONTH_TAB ? `?yearMonth=${yearMonth}` : '';
  const hadWrites = watchWrites();
  try {
    const counts = await api.get<typeof itemCalls.count>(`${paths.api.counts}${query}`);
    const now = $filter.get();
    if (now.tab === tab && now.yearMonth === yearMonth) {
      $counts.set(counts);
      $countsOf.set(filter);
      $others.set({ ...$others.get(), count: 0, missing: 0 });
    }
    if (hadWrites()) afterWrites(askCounts);
  } catch {
    // Logged by the client; the list's own message is enough.
  }
}
