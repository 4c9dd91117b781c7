import type { ItemFilter } from '#domains/item/item-filter.ts';
import { ALL_TAB, MONTH_TAB, selectableMonths } from '#domains/item/item-filter.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { formatMonthFrom } from '#lib/format-ja.ts';
import { FilterLink } from './FilterLink.tsx';
import { useCurrentInView } from './useCurrentInView.ts';
import './rows.css';

interface Props {
  filter: ItemFilter;
  startDate: CivilDate;
  today: CivilDate;
}

/** Newest first (domain.md#the-photo-page). */
export function MonthChips({ filter, startDate, today }: Props) {
  const row = useCurrentInView<HTMLDivElement>(`${filter.tab} ${filter.yearMonth}`);
  const now = yearMonthOf(today);
  const isMonth = filter.tab === MONTH_TAB;
  return (
    <nav className="month-bar beside" aria-label="月">
      <div className="month-chips" ref={row}>
        {selectableMonths(startDate, today).map((month) => (
          <FilterLink
            key={month}
            className="chip"
            filter={{ ...filter, tab: MONTH_TAB, yearMonth: month }}
            isCurrent={isMonth && filter.yearMonth === month}
          >
            {formatMonthFrom(now, month)}
          </FilterLink>
        ))}
      </div>
      <FilterLink className="chip" filter={{ ...filter, tab: ALL_TAB }} isCurrent={!isMonth}>
        すべて
      </FilterLink>
    </nav>
  );
}
