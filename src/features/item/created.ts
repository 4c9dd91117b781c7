import type { Created, Item } from './item.ts';

/** Of either form of the answer. */
export const itemsOf = (created: Created): Item[] =>
  'items' in created ? created.items : [created.item];
