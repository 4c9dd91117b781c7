import { isAllIn, toggleAllIn } from '#domains/item/choice.ts';
import { isDayWhole } from '#domains/item/item-list.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { $choice, beginChoosing } from './choosing.ts';
import { $filter, $items, $list } from './items.ts';
import { loadMore } from './items-loading.ts';

const idsOf = (day: CivilDate): string[] =>
  $items
    .get()
    .filter(({ takenOn }) => takenOn === day)
    .map(({ id }) => id);

export const isDayChosen = (ids: ReadonlySet<string>, day: CivilDate): boolean =>
  isAllIn(ids, idsOf(day));

/** Loads the rest of the day first. */
export async function toggleDay(day: CivilDate): Promise<void> {
  const before = $choice.get();
  if (!before) return;
  const filter = $filter.get();
  if (!isDayChosen(before.ids, day)) await loadWholeDay(day);
  const choice = $choice.get();
  if (choice && $filter.get() === filter) beginChoosing(toggleAllIn(choice, idsOf(day)));
}

/** Stops at a failure or a pending load, and selects what is loaded. */
async function loadWholeDay(day: CivilDate): Promise<void> {
  while (!isDayWhole($list.get(), day, $filter.get())) {
    const before = $list.get();
    await loadMore();
    if ($list.get() === before) return;
  }
}
