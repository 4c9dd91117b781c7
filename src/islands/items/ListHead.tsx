import { useStore } from '@nanostores/react';
import { BREAK } from '#lib/break.ts';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { EVERYONE, FACILITY, MONTH_TAB } from '#domains/item/item-filter.ts';
import type { Counts } from '#domains/item/item.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { formatMonthFrom } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import { $isChoosing, beginChoosing, endChoosing } from '#stores/choosing.ts';
import { FilterLink } from './FilterLink.tsx';

interface Props {
  filter: ItemFilter;
  today: CivilDate;
  counts: Counts;
  count: number | null;
  shownName: string | null;
  canChoose: boolean;
}

export function ListHead({ filter, today, counts, count, shownName, canChoose }: Props) {
  const isChoosing = useStore($isChoosing, { ssr: 'initial' });
  const { shown, yearMonth } = filter;
  const month = formatMonthFrom(yearMonthOf(today), yearMonth);
  const known = counts.residents.find(({ id }) => id === shown)?.name ?? shownName;
  const whose = shown === EVERYONE ? 'みんな' : shown === FACILITY ? '施設全体' : sama(known ?? '');
  return (
    <header className="list-head beside apart gap-0-3">
      <h1 className="beside">
        <span className="cut">{`${whose}の${BREAK}写真`}</span>
        <small className="soft">
          {filter.tab === MONTH_TAB ? month : 'すべて'}
          {count !== null && `・${count}枚`}
        </small>
      </h1>
      <div className="list-head-ways beside">
        {shown !== EVERYONE && !isChoosing && (
          <FilterLink filter={{ ...filter, shown: EVERYONE }} className="text-button">
            {`みんなへ${BREAK}もどる`}
          </FilterLink>
        )}
        {(canChoose || isChoosing) && (
          <button
            type="button"
            className="chip"
            onClick={() => (isChoosing ? endChoosing() : beginChoosing())}
          >
            {isChoosing ? 'やめる' : '選ぶ'}
          </button>
        )}
      </div>
    </header>
  );
}
