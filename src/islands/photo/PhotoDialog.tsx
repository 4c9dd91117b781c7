import { useStore } from '@nanostores/react';
import type { KeyboardEvent } from 'react';
import type { Item } from '../../features/item/item.ts';
import { formatDay } from '../../lib/format-ja.ts';
import { $localPhotos } from '../../stores/local-photos.ts';
import { Sheet } from '../Sheet.tsx';
import { PhotoActions } from './PhotoActions.tsx';
import { PhotoFacts } from './PhotoFacts.tsx';
import './photo.css';

interface Props {
  items: readonly Item[];
  openId: string;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** One photo large, with its day and caption; arrow keys turn to its neighbours. */
export function PhotoDialog({ items, openId, onShow, onClose }: Props) {
  const at = items.findIndex(({ id }) => id === openId);
  const item = items[at];
  const local = useStore($localPhotos)[openId];
  if (!item) return null;
  const turn = (by: 1 | -1): void => {
    const neighbour = items[at + by];
    if (neighbour) onShow(neighbour.id);
  };
  const onKeyDown = ({ key, target }: KeyboardEvent): void => {
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return;
    if (key === 'ArrowRight') turn(1);
    if (key === 'ArrowLeft') turn(-1);
  };
  return (
    <Sheet
      title={`${item.residentName ? `${item.residentName}様` : '施設全体'}・${formatDay(item.takenOn)}`}
      className="sheet photo-view"
      onClose={onClose}
    >
      <div className="photo-view-grid" onKeyDown={onKeyDown}>
        <figure>
          <Picture item={item} localUrl={local?.url ?? null} />
          <div className="turn">
            <button
              type="button"
              className="button quiet"
              disabled={at === 0}
              onClick={() => turn(-1)}
            >
              前の写真
            </button>
            <button
              type="button"
              className="button quiet"
              disabled={at === items.length - 1}
              onClick={() => turn(1)}
            >
              次の写真
            </button>
          </div>
        </figure>
        <div className="photo-side" key={item.id}>
          <PhotoFacts item={item} />
          <PhotoActions item={item} onDone={onClose} />
        </div>
      </div>
    </Sheet>
  );
}

function Picture({ item, localUrl }: { item: Item; localUrl: string | null }) {
  const alt = item.caption || `${formatDay(item.takenOn)}の写真`;
  const size = { width: item.width, height: item.height };
  if (localUrl) return <img src={localUrl} alt={alt} {...size} />;
  return (
    <picture>
      <source
        type="image/webp"
        srcSet={item.images.srcset.webp}
        sizes="(width < 769px) 100vw, 60vw"
      />
      <img src={item.images.src} alt={alt} {...size} />
    </picture>
  );
}
