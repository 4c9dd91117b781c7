import { useStore } from '@nanostores/react';
import type { FocusEvent } from 'react';
import { Fragment, startTransition, useDeferredValue, useState } from 'react';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { EVERYONE, isInPeriod, isOfPlace } from '#domains/item/item-filter.ts';
import type { Item } from '#domains/item/item.ts';
import { residentsIn } from '#domains/photo/photo-place.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { $choice } from '#stores/choosing.ts';
import { $localPhotos } from '#stores/local-photos.ts';
import { $uploads } from '#stores/uploads.ts';
import { DayRow } from './DayRow.tsx';
import { KEYS_ID, PhotoTile } from './PhotoTile.tsx';
import { SendingTile } from './SendingTile.tsx';
import { onGridKey } from './grid-keys.ts';
import { useKeptPlace } from './useKeptPlace.ts';
import './grid.css';

interface Props {
  items: readonly Item[];
  filter: ItemFilter;
  today: CivilDate;
  isLoading: boolean;
  isEmpty: boolean;
  takesNone: boolean;
}

export function PhotoGrid({ items, filter, today, isLoading, isEmpty, takesNone }: Props) {
  const local = useStore($localPhotos);
  const uploads = useStore($uploads);
  // After the bar and the head have answered: a long list takes longer than a thumb waits.
  const chosen = useDeferredValue(useStore($choice, { ssr: 'initial' })?.ids ?? null);
  const [tabStop, onFocus] = useTabStop(items);
  useKeptPlace();
  const sending = uploads.filter(
    ({ state, place }) =>
      state === 'sending' &&
      residentsIn(place).some((residentId) => isOfPlace({ residentId }, filter.shown)),
  );
  if (isEmpty && sending.length === 0) return <Empty isLoading={isLoading} takesNone={takesNone} />;
  return (
    <>
      <KeysHint />
      <ul
        className={chosen ? 'photo-grid choosing' : 'photo-grid'}
        aria-busy={isLoading}
        aria-label="写真"
        onKeyDown={onGridKey}
        onFocus={onFocus}
      >
        {sending.map((upload) => (
          <SendingTile key={upload.id} upload={upload} />
        ))}
        {items.map((item, index) => (
          <Fragment key={local[item.id]?.uploadId ?? item.id}>
            {chosen && item.takenOn !== items[index - 1]?.takenOn && (
              <DayRow day={item.takenOn} today={today} />
            )}
            <PhotoTile
              {...{ item, today, ...placed(item, filter) }}
              localUrl={local[item.id]?.url ?? null}
              isChosen={chosen && chosen.has(item.id)}
              isTabStop={item.id === tabStop}
            />
          </Fragment>
        ))}
      </ul>
    </>
  );
}

const KeysHint = () => (
  <p id={KEYS_ID} className="grid-keys">
    矢印キーで写真を移れます
  </p>
);

/** One photo of the grid is reached by Tab: the last one that had focus, or the first. */
function useTabStop(items: readonly Item[]) {
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const tabStop = items.some(({ id }) => id === focusedId) ? focusedId : items[0]?.id;
  // A touch gives focus before it is a press, which must not wait for a long list.
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const id = target.dataset['item'];
    if (id !== undefined) startTransition(() => setFocusedId(id));
  };
  return [tabStop, onFocus] as const;
}

/** What a tile says that the list's head does not. */
const placed = (item: Item, filter: ItemFilter) => ({
  hasName: filter.shown === EVERYONE,
  hasDay: !isInPeriod(item, filter),
});

function Empty({ isLoading, takesNone }: Pick<Props, 'isLoading' | 'takesNone'>) {
  return (
    <div className="photo-empty">
      <p>{isLoading ? '読み込んでいます…' : 'まだ写真がありません'}</p>
      {!isLoading && !takesNone && <p className="soft">「写真を撮る・選ぶ」から追加できます</p>}
    </div>
  );
}
