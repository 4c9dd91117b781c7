import { recall, remember } from '#client/kept.ts';

/** Ids alone: the device remembers nobody's name. */
const KEY = 'tsukidayori:last-places';
const MOST = 4;

/** Residents chosen on this device, the last one first. */
export function lastPlaces(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(recall(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function notePlaces(ids: readonly string[]): void {
  const others = lastPlaces().filter((id) => !ids.includes(id));
  remember(KEY, [...ids, ...others].slice(0, MOST));
}
