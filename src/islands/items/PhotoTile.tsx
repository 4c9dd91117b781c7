import { memo } from 'react';
import type { CivilDate } from '#lib/calendar.ts';
import { namesOf } from '#domains/item/still-there.ts';
import { thumbnailOf } from '#domains/item/thumbnail.ts';
import type { Tile } from '#domains/item/tile.ts';
import { ownersOf } from '#domains/item/tile.ts';
import { formatDay } from '#lib/format-ja.ts';
import { Faces } from '#islands/place/Faces.tsx';
import { $batch } from '#stores/batch.ts';
import { $isChoosing, chooseUpTo, toggleChosen } from '#stores/choosing.ts';
import { openPhoto } from '#stores/open-photo.ts';

interface Props {
  item: Tile;
  today: CivilDate;
  localUrl: string | null;
  /** What the list's head does not say. */
  hasName: boolean;
  hasDay: boolean;
  isChosen: boolean | null;
  /** Roving tabindex: arrow keys reach every photo. */
  isTabStop: boolean;
  /** In a list of which only a part is in the page. */
  place: number | undefined;
  count: number | undefined;
}

/** Announced with the photo that Tab focuses. */
export const KEYS_ID = 'photo-keys';

/** As few elements as can be: the browser styles all of them again whenever a dialog opens. */
export const PhotoTile = memo(function PhotoTile(props: Props) {
  const { item, today, localUrl, hasName, hasDay, isChosen, isTabStop } = props;
  const name = item.residentName ?? '施設全体';
  const isOfSeveral = item.people.length > 1;
  const names = isOfSeveral ? namesOf(hasName ? item.people : [item, ...item.people]) : name;
  const mark = markOf(item);
  const label = [names, mark, formatDay(item.takenOn, today), item.caption]
    .filter(Boolean)
    .join('、');
  const part =
    isChosen === null
      ? { 'aria-label': `${label}を大きく見る` }
      : { 'aria-label': label, role: 'checkbox', 'aria-checked': isChosen };
  return (
    <li className="photo-tile" aria-posinset={props.place} aria-setsize={props.count}>
      <button
        type="button"
        {...part}
        data-item={item.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-describedby={isTabStop ? KEYS_ID : undefined}
        onClick={({ shiftKey }) =>
          $isChoosing.get() || shiftKey ? choose(item.id, shiftKey) : openPhoto(item.id)
        }
      >
        {/* A style attribute would be refused by the page's policy. */}
        <svg aria-hidden="true" color={item.color} />
        <img src={localUrl ?? thumbnailOf(item)} alt="" loading="lazy" decoding="async" />
        {hasName && !isOfSeveral && <span className="tile-name">{name}</span>}
        {isOfSeveral && <Faces {...facesOf(item, hasName)} />}
        {mark && <span className="tile-held">{mark}</span>}
        {hasDay && <span className="tile-day">{formatDay(item.takenOn, today)}</span>}
      </button>
      {isChosen === null && (
        // For the mouse; others use 選ぶ.
        <span className="tile-choose" onClick={({ shiftKey }) => choose(item.id, shiftKey)} />
      )}
    </li>
  );
});

function choose(id: string, isRange: boolean): void {
  // No changes during a bulk action.
  if ($batch.get() !== null) return;
  if (isRange) chooseUpTo(id);
  else toggleChosen(id);
}

/** On the page of one of them, the others. */
function facesOf({ id, people, peopleCount }: Tile, hasName: boolean) {
  return hasName
    ? { people, count: peopleCount }
    : { people: people.filter(({ itemId }) => itemId !== id), count: peopleCount - 1 };
}

function markOf(tile: Tile): string | null {
  const people = ownersOf(tile);
  if (people.every(({ leftOut }) => leftOut)) return '出さない';
  if (people.some(({ leftOut }) => leftOut)) return '一部出さない';
  return tile.held ? '確認待ち' : null;
}
