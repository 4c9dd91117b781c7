export interface Choice {
  ids: ReadonlySet<string>;
  /** The last individually selected photo, where a range starts. */
  anchor: string | null;
  base: ReadonlySet<string>;
}

export const NO_CHOICE: Choice = { ids: new Set(), anchor: null, base: new Set() };

/** Toggles a photo; the next range starts here. */
export function toggleIn({ ids }: Choice, id: string): Choice {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, base: next };
}

/** Selects from the anchor to here, instead of the previous range. */
export function extendIn({ anchor, base }: Choice, order: readonly string[], id: string): Choice {
  const from = anchor !== null && order.includes(anchor) ? anchor : id;
  const ends = [order.indexOf(from), order.indexOf(id)];
  const range = order.slice(Math.min(...ends), Math.max(...ends) + 1);
  return { ids: new Set([...base, ...range]), anchor: from, base };
}

/** For a whole day: selects all, or deselects them if all are selected. */
export function toggleAllIn({ ids, anchor }: Choice, some: readonly string[]): Choice {
  if (isAllIn(ids, some)) return without({ ids, anchor }, new Set(some));
  const next = new Set([...ids, ...some]);
  return { ids: next, anchor, base: next };
}

export const isAllIn = (ids: ReadonlySet<string>, some: readonly string[]): boolean =>
  some.length > 0 && some.every((id) => ids.has(id));

export function without({ ids, anchor }: Omit<Choice, 'base'>, done: ReadonlySet<string>): Choice {
  const left = new Set([...ids].filter((id) => !done.has(id)));
  return { ids: left, anchor, base: left };
}
