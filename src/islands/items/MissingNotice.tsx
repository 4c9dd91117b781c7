import type { Others } from '#domains/item/first-names.ts';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { MONTH_TAB, filterAddress } from '#domains/item/item-filter.ts';
import type { Counts } from '#domains/item/item.ts';
import { awaitsPhoto } from '#domains/people/consent.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { loadOthers } from '#stores/items-loading.ts';
import { FilterLink } from './FilterLink.tsx';

interface Props {
  filter: ItemFilter;
  counts: Counts;
  others: Others;
  today: CivilDate;
}

/** Residents without a photo this month. */
export function MissingNotice({ filter, counts, others, today }: Props) {
  const isThisMonth = filter.tab === MONTH_TAB && filter.yearMonth === yearMonthOf(today);
  const missing = counts.residents.filter(awaitsPhoto);
  const count = missing.length + others.missing;
  if (!isThisMonth || count === 0) return null;
  return (
    <details
      className="photo-missing"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void loadOthers();
      }}
    >
      <summary>
        <span>
          今月の写真がまだない方<strong>{count}名</strong>
        </span>
      </summary>
      <ul className="cluster">
        {missing.map(({ id, name }) => (
          <li key={id}>
            <FilterLink filter={{ ...filter, shown: id }} className="chip">
              {name}
            </FilterLink>
          </li>
        ))}
        {others.missing > 0 && (
          <li>
            <a
              className="chip"
              href={`${filterAddress(filter)}&names=${others.nextPart}`}
              onClick={(event) => {
                event.preventDefault();
                void loadOthers();
              }}
            >
              ほか{others.missing}名
            </a>
          </li>
        )}
      </ul>
    </details>
  );
}
