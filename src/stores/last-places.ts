import { recall, remember } from '#client/kept.ts';

/** Ids alone: the device remembers nobody's name. */
const KEY = 'tsukidayori:last-places';
const GROUP = 'tsukidayori:last-group';
const MOST = 4;

/** Residents chosen on this device, the last one first. */
export const lastPlaces = (): readonly string[] => idsAt(KEY).slice(0, MOST);

/** Who was chosen together last; empty if nobody was. */
export const lastGroup = (): readonly string[] => idsAt(GROUP);

export function notePlaces(ids: readonly string[]): void {
  const others = lastPlaces().filter((id) => !ids.includes(id));
  remember(KEY, [...ids, ...others].slice(0, MOST));
  if (ids.length > 1) remember(GROUP, ids);
}

function idsAt(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(recall(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
