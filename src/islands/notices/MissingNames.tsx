import type { Others } from '#domains/item/first-names.ts';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { EVERYONE, MONTH_TAB, filterAddress } from '#domains/item/item-filter.ts';
import type { Counts } from '#domains/item/item.ts';
import { awaitsPhoto } from '#domains/people/consent.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { FilterLink } from '#islands/items/FilterLink.tsx';
import { loadOthers } from '#stores/items-loading.ts';

interface Props {
  filter: ItemFilter;
  counts: Counts;
  others: Others;
}

/** Residents without a photo this month; 0 on pages of one person or another month. */
export function missingCount({ filter, counts, others }: Props, today: CivilDate): number {
  const { shown, tab, yearMonth } = filter;
  const isAsked = shown === EVERYONE && tab === MONTH_TAB && yearMonth === yearMonthOf(today);
  return isAsked ? counts.residents.filter(awaitsPhoto).length + others.missing : 0;
}

export function MissingNames({ filter, counts, others }: Props) {
  return (
    <ul className="cluster">
      {counts.residents.filter(awaitsPhoto).map(({ id, name }) => (
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
            ほか{others.missing}人
          </a>
        </li>
      )}
    </ul>
  );
}
