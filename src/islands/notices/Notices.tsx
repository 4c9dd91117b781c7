import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { Fragment } from 'react';
import type { PhotoNotice } from '#domains/dashboard/photo-notices.ts';
import type { Others } from '#domains/item/first-names.ts';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { EVERYONE, MONTH_TAB, filterAddress } from '#domains/item/item-filter.ts';
import type { ItemsStart } from '#domains/item/item-list.ts';
import type { Counts, Item } from '#domains/item/item.ts';
import { photosIn } from '#domains/item/tile.ts';
import { isUnderWay } from '#domains/photo/upload.ts';
import { awaitsPhoto } from '#domains/people/consent.ts';
import { BREAK } from '#lib/break.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { $heldItems } from '#stores/held-items.ts';
import { $deletedCount } from '#stores/items.ts';
import { loadOthers } from '#stores/items-loading.ts';
import { $uploads } from '#stores/uploads.ts';
import { FilterLink } from '#islands/items/FilterLink.tsx';
import { HeldQuestion } from './HeldQuestion.tsx';
import './notices.css';

interface Page {
  start: ItemsStart;
  filter: ItemFilter;
  counts: Counts;
  others: Others;
  areCountsOld: boolean;
  today: CivilDate;
}

interface Props extends Page {
  told: { first: readonly PhotoNotice[]; then: readonly PhotoNotice[] };
}

interface Shown {
  line: string;
  body: ReactNode;
}

/** All notices in one line that opens, so that photos begin on a phone's first screen. */
export function Notices({ told, ...page }: Props) {
  const { areCountsOld } = page;
  const held = useHeld(page.start);
  const deleted = useStore($deletedCount, { ssr: () => page.start.deletedCount });
  const missing = areCountsOld ? 0 : missingCount(page);
  const notices: Shown[] = [
    ...told.first.map(shownOf),
    ...(held.length > 0 ? [heldNotice(held, page)] : []),
    ...told.then.map(shownOf),
    ...(missing > 0
      ? [{ line: `今月の写真がまだの方が${missing}人`, body: <MissingNames {...page} /> }]
      : []),
    ...(deleted > 0 ? [DELETED] : []),
  ];
  const [first, ...rest] = notices;
  if (!first) return null;
  return (
    <details
      className="photo-notices"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && missing > 0) void loadOthers();
      }}
    >
      <summary className="unmarked">
        <span className="beside">
          <span role={told.first.length > 0 ? 'status' : undefined}>{first.line}</span>
          {rest.length > 0 && <span className="badge">ほか{rest.length}件</span>}
        </span>
      </summary>
      {first.body}
      {rest.map(({ line, body }) => (
        <Fragment key={line}>
          <p className="notice-line bold">{line}</p>
          {body}
        </Fragment>
      ))}
    </details>
  );
}

const NONE: Item[] = [];

/** Asked about once the last photo has arrived. */
function useHeld(start: ItemsStart): readonly Item[] {
  const items = useStore($heldItems, { ssr: () => start.held });
  return useStore($uploads, { ssr: 'initial' }).some(isUnderWay) ? NONE : items;
}

const heldNotice = (items: readonly Item[], { start, today }: Page): Shown => ({
  line: `確認待ちの${BREAK}写真が${BREAK}${photosIn(items)}枚`,
  body: <HeldQuestion items={items} today={today} startMonth={start.firstMonth} />,
});

const shownOf = ({ line, more, to }: PhotoNotice): Shown => ({
  line,
  body: (
    <>
      <p>{more}</p>
      {to && (
        <a className="tap" href={to.href}>
          {to.text}
        </a>
      )}
    </>
  ),
});

const DELETED: Shown = {
  line: `削除した${BREAK}写真が${BREAK}あります`,
  body: (
    <>
      <p>24時間は元に戻せます。</p>
      <a className="tap" href={paths.deletedItems}>
        削除した写真を見る
      </a>
    </>
  ),
};

/** Residents without a photo this month; 0 on pages of one person or another month. */
function missingCount({ filter, counts, others, today }: Page): number {
  const { shown, tab, yearMonth } = filter;
  const isAsked = shown === EVERYONE && tab === MONTH_TAB && yearMonth === yearMonthOf(today);
  return isAsked ? counts.residents.filter(awaitsPhoto).length + others.missing : 0;
}

function MissingNames({ filter, counts, others }: Page) {
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
