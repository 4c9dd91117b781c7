import type { Item } from './item.ts';

/** The smallest variant, for a tile. */
export const thumbnailOf = ({ images }: Pick<Item, 'images'>): string =>
  images.srcset.webp.split(' ', 1)[0] ?? images.src;
