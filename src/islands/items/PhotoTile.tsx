import { memo } from 'react';
import type { Item } from '../../features/item/item.ts';
import { formatDay } from '../../lib/format-ja.ts';

interface Props {
  item: Item;
  /** The photo from the device's own memory, while the server's is not ready. */
  localUrl: string | null;
  hasName: boolean;
  /** For a photo of another month than the one shown. */
  hasDay: boolean;
  onOpen: (id: string) => void;
}

/** A square of the grid; the server's smallest picture is enough for it. */
export const PhotoTile = memo(function PhotoTile({
  item,
  localUrl,
  hasName,
  hasDay,
  onOpen,
}: Props) {
  const name = item.residentName ?? '施設全体';
  const label = [name, formatDay(item.takenOn), item.caption].filter(Boolean).join('、');
  return (
    <li className="photo-tile">
      <button type="button" aria-label={`${label}を大きく見る`} onClick={() => onOpen(item.id)}>
        <Colour color={item.color} />
        <img src={localUrl ?? thumbnailOf(item)} alt="" loading="lazy" decoding="async" />
        {hasDay && <span className="tile-day">{formatDay(item.takenOn)}</span>}
        {hasName && <span className="tile-name">{name}</span>}
      </button>
    </li>
  );
});

const thumbnailOf = ({ images }: Item): string => images.srcset.webp.split(' ', 1)[0] ?? images.src;

/** The photo's average colour while it loads; a style attribute would be blocked. */
function Colour({ color }: { color: string }) {
  return (
    <svg aria-hidden="true">
      <rect width="100%" height="100%" fill={color} />
    </svg>
  );
}
