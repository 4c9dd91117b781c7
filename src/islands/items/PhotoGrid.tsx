import { useStore } from '@nanostores/react';
import { useDeferredValue } from 'react';
import type { ItemFilter } from '#domains/item/item-filter.ts';
import { isOfPlace } from '#domains/item/item-filter.ts';
import { residentsIn } from '#domains/photo/photo-place.ts';
import { BREAK } from '#lib/break.ts';
import { $choice } from '#stores/choosing.ts';
import { $uploads } from '#stores/uploads.ts';
import { KEYS_ID } from './PhotoTile.tsx';
import type { TilesProps } from './Tiles.tsx';
import { Tiles } from './Tiles.tsx';
import './grid.css';

interface Props extends Omit<TilesProps, 'sending' | 'chosen'> {
  filter: ItemFilter;
  isEmpty: boolean;
  takesNone: boolean;
}

export function PhotoGrid({ isEmpty, takesNone, ...shown }: Props) {
  const uploads = useStore($uploads);
  // After bar and head are drawn: a long list would delay the answer to a tap.
  const chosen = useDeferredValue(useStore($choice, { ssr: 'initial' })?.ids ?? null);
  const sending = uploads.filter(
    ({ state, place }) =>
      state === 'sending' &&
      residentsIn(place).some((residentId) => isOfPlace({ residentId }, shown.filter.shown)),
  );
  return (
    <>
      <p id={KEYS_ID} className="grid-keys">
        矢印キーで写真を移れます
      </p>
      {isEmpty && sending.length === 0 ? (
        <div className="photo-empty">
          <p>{shown.isLoading ? '読み込んでいます…' : 'まだ写真がありません'}</p>
          {!shown.isLoading && !takesNone && (
            <p className="soft with-scripts">{`「写真を${BREAK}撮る・選ぶ」から${BREAK}追加できます`}</p>
          )}
        </div>
      ) : (
        <Tiles {...shown} sending={sending} chosen={chosen} />
      )}
    </>
  );
}
