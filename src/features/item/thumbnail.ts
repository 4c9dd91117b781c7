import type { Item } from './item.ts';

/** The smallest picture of a photo, which is enough for a tile. */
export const thumbnailOf = ({ images }: Pick<Item, 'images'>): string =>
  images.srcset.webp.split(' ', 1)[0] ?? images.src;
