/** From 0 (included) to 1 (excluded). */
export type Random = () => number;

/** Repeatable: the same seed gives the same numbers on every machine. */
export function createRandom(seed: number | string): Random {
  let state = hash(String(seed));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function hash(text: string): number {
  let h = 2166136261;
  for (const char of text) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 16777619);
  // Neighbouring seeds must not start alike.
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

export const between = (random: Random, low: number, high: number): number =>
  low + (high - low) * random();

/** Both included. */
export const whole = (random: Random, low: number, high: number): number =>
  Math.floor(between(random, low, high + 1));

export const chance = (random: Random, probability: number): boolean => random() < probability;

/** From a list that is not empty. */
export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

/** A shuffled copy. */
export function shuffle<T>(random: Random, list: readonly T[]): T[] {
  const keyed = list.map((value) => ({ value, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
}

/** Wraps around. */
export const cycle = <T>(list: readonly T[], index: number): T =>
  list[((index % list.length) + list.length) % list.length] as T;
