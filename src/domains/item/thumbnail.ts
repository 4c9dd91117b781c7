import type { Item } from './item.ts';

export const thumbnailOf = ({ images }: Pick<Item, 'images'>): string =>
  images.srcset.webp.split(' ', 1)[0] ?? images.src;
