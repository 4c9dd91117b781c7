import { useStore } from '@nanostores/react';
import type { KeyboardEvent } from 'react';
import { Fragment, useMemo, useRef } from 'react';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { EVERYONE, isInPeriod } from '#domains/item/item-filter.ts';
import type { Item } from '#domains/item/item.ts';
import type { Tile } from '#domains/item/tile.ts';
import type { Upload } from '#domains/photo/upload.ts';
import { BREAK } from '#lib/break.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { formatDay } from '#lib/format-ja.ts';
import { $batch } from '#stores/batch.ts';
import { $choice, $chosenIds, beginChoosing, chooseUpTo } from '#stores/choosing.ts';
import { isDayChosen, toggleDay } from '#stores/choosing-days.ts';
import { $localPhotos } from '#stores/local-photos.ts';
import { PhotoTile } from './PhotoTile.tsx';
import type { GridRow } from './grid-rows.ts';
import { cellBy } from './grid-rows.ts';
import { focusPhoto, useTabStop } from './tab-stop.ts';
import { useKeptPlace } from './useKeptPlace.ts';
import { useMeasures, useWindow } from './useWindow.ts';

export interface TilesProps {
  items: readonly Tile[];
  /** All of the list, whether loaded or not. */
  count: number;
  /** Before the photos. */
  sending: readonly Upload[];
  /** While choosing, with a heading for each day. */
  chosen: ReadonlySet<string> | null;
  filter: ItemFilter;
  today: CivilDate;
  isLoading: boolean;
}

export function Tiles(props: TilesProps) {
  const { items, count, sending, chosen, filter, today, isLoading } = props;
  const local = useStore($localPhotos);
  const grid = useRef<HTMLUListElement>(null);
  const [tabStop, onFocus] = useTabStop(items);
  const first = sending.length;
  const heads = useHeads(items, first, chosen !== null);
  const measures = useMeasures(grid, heads.size > 0);
  const seen = useKeptPlace(chosen !== null, measures.look);
  const kept = [tabStop, items.findIndex(({ id }) => id === seen)].map((at) => first + at);
  const cells = { count: first + items.length, heads, kept };
  const { rows, pieces, isPartial } = useWindow(cells, measures);
  const photoTile = (item: Tile, at: number) => (
    <Fragment key={local[item.id]?.uploadId ?? item.id}>
      {heads.has(first + at) && <DayRow day={item.takenOn} today={today} />}
      <PhotoTile
        item={item}
        today={today}
        hasName={filter.shown === EVERYONE}
        hasDay={!isInPeriod(item, filter)}
        localUrl={local[item.id]?.url ?? null}
        isChosen={chosen && chosen.has(item.id)}
        isTabStop={at === tabStop}
        place={isPartial ? at + 1 : undefined}
        count={isPartial ? Math.max(count, items.length) : undefined}
      />
    </Fragment>
  );
  return (
    <ul
      ref={grid}
      className={chosen ? 'photo-grid choosing' : 'photo-grid'}
      aria-busy={isLoading}
      aria-label="写真"
      onKeyDown={(event) => onGridKey(event, items, rows, first)}
      onFocus={onFocus}
    >
      {pieces.flatMap(({ space, first: from, end }) => [
        // Stands for rows that are not in the page.
        space > 0 && (
          <li
            key={`before ${from}`}
            className="grid-space"
            aria-hidden="true"
            style={{ height: space - (measures.shape?.gap ?? 0) }}
          />
        ),
        ...sending.slice(from, end).map((upload) => <SendingTile key={upload.id} {...upload} />),
        ...items
          .slice(Math.max(0, from - first), Math.max(0, end - first))
          .map((item, at) => photoTile(item, Math.max(0, from - first) + at)),
      ])}
    </ul>
  );
}

function DayRow({ day, today }: { day: CivilDate; today: CivilDate }) {
  const isAll = isDayChosen(useStore($chosenIds), day);
  return (
    <li className="day-row beside apart">
      <h2>{formatDay(day, today)}</h2>
      <button type="button" className="text-button" onClick={() => void toggleDay(day)}>
        {isAll ? `この日を${BREAK}外す` : `この日を${BREAK}すべて選ぶ`}
        <span className="visually-hidden">{formatDay(day, today)}</span>
      </button>
    </li>
  );
}

const SendingTile = ({ name, preview, percent }: Upload) => (
  <li className="photo-tile sending-tile">
    {preview && <img src={preview} alt="" decoding="async" />}
    <span className="tile-percent">{percent < 100 ? `${percent}%` : '確認中'}</span>
    <progress className="meter" aria-label={name} max="100" value={percent} />
  </li>
);

const NONE: ReadonlySet<number> = new Set();

/** The cells that begin a day. */
function useHeads(items: readonly Item[], first: number, isChoosing: boolean) {
  return useMemo(() => {
    if (!isChoosing) return NONE;
    const isHead = (at: number): boolean => items[at]?.takenOn !== items[at - 1]?.takenOn;
    return new Set([...items.keys()].filter(isHead).map((at) => first + at));
  }, [items, first, isChoosing]);
}

/** Arrow keys move between photos; with Shift they select. @param first the first photo's cell */
function onGridKey(
  event: KeyboardEvent<HTMLElement>,
  items: readonly Item[],
  rows: readonly GridRow[],
  first: number,
): void {
  const from = (event.target as HTMLElement).dataset['item'];
  const at = items.findIndex(({ id }) => id === from);
  if (from === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const cell = cellBy(event.key, first + at, rows, first);
  const to = cell === null ? undefined : items[cell - first]?.id;
  if (to === undefined) return;
  event.preventDefault();
  focusPhoto(to);
  if (event.shiftKey && $batch.get() === null) drawTo(from, to);
}

/** A keyboard range starts at the focused photo. */
function drawTo(from: string, to: string): void {
  const choice = $choice.get();
  if (!choice?.anchor) {
    const ids = choice?.ids ?? new Set<string>();
    beginChoosing({ ids, anchor: from, base: ids });
  }
  chooseUpTo(to);
}
