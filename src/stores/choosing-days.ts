import { isAllIn, toggleAllIn } from '../features/item/choice.ts';
import { isDayWhole } from '../features/item/item-list.ts';
import type { CivilDate } from '../lib/calendar.ts';
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

/** Chooses a whole day, or no longer; what of it was not loaded yet is loaded before. */
export async function toggleDay(day: CivilDate): Promise<void> {
  const before = $choice.get();
  if (!before) return;
  const filter = $filter.get();
  if (!isDayChosen(before.ids, day)) await loadWholeDay(day);
  const choice = $choice.get();
  if (choice && $filter.get() === filter) beginChoosing(toggleAllIn(choice, idsOf(day)));
}

/** Stops where a call fails or is under way already: then what is here is chosen. */
async function loadWholeDay(day: CivilDate): Promise<void> {
  while (!isDayWhole($list.get(), day, $filter.get())) {
    const before = $list.get();
    await loadMore();
    if ($list.get() === before) return;
  }
}
