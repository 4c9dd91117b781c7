import { useEffect } from 'react';
import type { Item } from '#domains/item/item.ts';
import { longSide } from '#lib/picture-size.ts';
import { formatDay } from '#lib/format-ja.ts';
import { $today } from '#stores/items.ts';

const SIZES = '(max-width: 768px) 100vw, 60vw';
/** As high as photo.css has it. */
const sizesOf = (item: Item): string =>
  longSide(item) === 'wide' ? `calc(44vh * ${(item.width / item.height).toFixed(2)})` : SIZES;

interface Props {
  item: Item;
  localUrl: string | null;
  way: 'on' | 'back' | null;
}

/** Shows the local picture until the server's is ready. */
export function Picture({ item, localUrl, way }: Props) {
  const alt = item.caption || `${formatDay(item.takenOn, $today.get())}の写真`;
  const common = {
    alt,
    width: item.width,
    height: item.height,
    draggable: false,
    className: way === null ? '' : `from-${way}`,
  };
  if (localUrl) return <img src={localUrl} {...common} />;
  return (
    <picture>
      <source type="image/webp" srcSet={item.images.srcset.webp} sizes={sizesOf(item)} />
      <img src={item.images.src} {...common} />
    </picture>
  );
}

export function usePreloaded(item: Item | undefined): void {
  const srcset = item?.images.srcset.webp;
  const sizes = item && sizesOf(item);
  useEffect(() => {
    if (!srcset || !sizes) return;
    const image = new Image();
    image.sizes = sizes;
    image.srcset = srcset;
  }, [srcset, sizes]);
}
