import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ItemFilter } from '../../features/item/item-filter.ts';
import { EVERYONE, isInPeriod, isOfPlace } from '../../features/item/item-filter.ts';
import type { Item } from '../../features/item/item.ts';
import { $localPhotos } from '../../stores/local-photos.ts';
import { $uploads } from '../../stores/uploads.ts';
import { PhotoDialog } from '../photo/PhotoDialog.tsx';
import { PhotoTile } from './PhotoTile.tsx';
import { SendingTile } from './SendingTile.tsx';
import './grid.css';

interface Props {
  items: readonly Item[];
  filter: ItemFilter;
  isLoading: boolean;
  isEmpty: boolean;
}

/** Photos filling the screen; those on their way come first. */
export function PhotoGrid({ items, filter, isLoading, isEmpty }: Props) {
  const local = useStore($localPhotos);
  const uploads = useStore($uploads);
  const [openId, setOpenId] = useState<string | null>(null);
  const sending = uploads.filter(
    (upload) => upload.state === 'sending' && isOfPlace(upload, filter.shown),
  );
  if (isEmpty && sending.length === 0) {
    return (
      <div className="empty">
        <p>{isLoading ? '読み込んでいます…' : 'まだ写真がありません'}</p>
        {!isLoading && <p className="soft">「写真を撮る・選ぶ」から追加できます</p>}
      </div>
    );
  }
  return (
    <>
      <ul className="photo-grid" aria-busy={isLoading} aria-label="写真">
        {sending.map((upload) => (
          <SendingTile key={upload.id} upload={upload} />
        ))}
        {items.map((item) => (
          <PhotoTile
            key={local[item.id]?.uploadId ?? item.id}
            item={item}
            localUrl={local[item.id]?.url ?? null}
            hasName={filter.shown === EVERYONE}
            hasDay={!isInPeriod(item, filter)}
            onOpen={setOpenId}
          />
        ))}
      </ul>
      {openId !== null && (
        <PhotoDialog
          items={items}
          openId={openId}
          onShow={setOpenId}
          onClose={() => setOpenId(null)}
        />
      )}
    </>
  );
}
