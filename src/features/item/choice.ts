/** Which photos of a list are chosen. */
export interface Choice {
  ids: ReadonlySet<string>;
  /** Where a range begins: the photo that was last chosen by itself. */
  anchor: string | null;
  /** What was chosen before the range that is being drawn. */
  base: ReadonlySet<string>;
}

export const NO_CHOICE: Choice = { ids: new Set(), anchor: null, base: new Set() };

/** Chooses a photo, or no longer; the next range begins here. */
export function toggleIn({ ids }: Choice, id: string): Choice {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, base: next };
}

/** Chooses all from the anchor to here; a range drawn again replaces itself. */
export function extendIn({ anchor, base }: Choice, order: readonly string[], id: string): Choice {
  const from = anchor !== null && order.includes(anchor) ? anchor : id;
  const ends = [order.indexOf(from), order.indexOf(id)];
  const range = order.slice(Math.min(...ends), Math.max(...ends) + 1);
  return { ids: new Set([...base, ...range]), anchor: from, base };
}

/** Chooses these too, or takes them out when all of them were chosen: a whole day. */
export function toggleAllIn({ ids, anchor }: Choice, some: readonly string[]): Choice {
  if (isAllIn(ids, some)) return without({ ids, anchor }, new Set(some));
  const next = new Set([...ids, ...some]);
  return { ids: next, anchor, base: next };
}

export const isAllIn = (ids: ReadonlySet<string>, some: readonly string[]): boolean =>
  some.length > 0 && some.every((id) => ids.has(id));

/** What is done with is no longer chosen. */
export function without({ ids, anchor }: Omit<Choice, 'base'>, done: ReadonlySet<string>): Choice {
  const left = new Set([...ids].filter((id) => !done.has(id)));
  return { ids: left, anchor, base: left };
}
