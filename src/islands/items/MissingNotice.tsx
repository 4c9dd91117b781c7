import type { ItemFilter } from '#features/item/item-filter.ts';
import { MONTH_TAB } from '#features/item/item-filter.ts';
import type { Counts } from '#features/item/item.ts';
import { awaitsPhoto } from '#features/resident/consent.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { FilterLink } from './FilterLink.tsx';

interface Props {
  filter: ItemFilter;
  counts: Counts;
  today: CivilDate;
}

/** Residents without a photo this month. */
export function MissingNotice({ filter, counts, today }: Props) {
  const isThisMonth = filter.tab === MONTH_TAB && filter.yearMonth === yearMonthOf(today);
  const missing = counts.residents.filter(awaitsPhoto);
  if (!isThisMonth || missing.length === 0) return null;
  return (
    <details className="photo-missing">
      <summary>
        <span>
          今月の写真がまだない方<strong>{missing.length}名</strong>
        </span>
      </summary>
      <ul className="chips">
        {missing.map(({ id, name }) => (
          <li key={id}>
            <FilterLink filter={{ ...filter, shown: id }} className="chip">
              {name}
            </FilterLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
