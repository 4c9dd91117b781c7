import type { ItemFilter } from '../../features/item/item-filter.ts';
import { EVERYONE, FACILITY, MONTH_TAB } from '../../features/item/item-filter.ts';
import type { Counts } from '../../features/item/item.ts';
import { formatMonth } from '../../lib/format-ja.ts';
import { FilterLink } from './FilterLink.tsx';

interface Props {
  filter: ItemFilter;
  counts: Counts;
  count: number;
  shownName: string | null;
}

/** Whose photos of which month these are, and the way back to everyone's. */
export function ListHead({ filter, counts, count, shownName }: Props) {
  const { shown } = filter;
  const known = counts.residents.find(({ id }) => id === shown)?.name ?? shownName;
  const whose =
    shown === EVERYONE ? 'みんな' : shown === FACILITY ? '施設全体' : `${known ?? ''}様`;
  const month = filter.tab === MONTH_TAB ? formatMonth(filter.yearMonth) : 'すべて';
  return (
    <header className="list-head">
      <h1>
        <span>{whose}の写真</span>
        <small>
          {month}・{count}枚
        </small>
      </h1>
      {shown !== EVERYONE && (
        <FilterLink filter={{ ...filter, shown: EVERYONE }} className="text-button">
          みんなへ戻る
        </FilterLink>
      )}
    </header>
  );
}
