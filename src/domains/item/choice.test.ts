import { describe, expect, it } from 'vitest';
import type { Choice } from './choice.ts';
import { NO_CHOICE, extendIn, isAllIn, toggleAllIn, toggleIn, without } from './choice.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const idsOf = ({ ids }: Choice): string => ORDER.filter((id) => ids.has(id)).join('');

describe('selecting', () => {
  it('toggles a photo', () => {
    const one = toggleIn(NO_CHOICE, 'b');
    expect(idsOf(one)).toBe('b');
    expect(idsOf(toggleIn(one, 'b'))).toBe('');
  });

  it('extends a range from the last one, and replaces it', () => {
    const from = toggleIn(toggleIn(NO_CHOICE, 'a'), 'c');
    expect(idsOf(extendIn(from, ORDER, 'e'))).toBe('acde');
    expect(idsOf(extendIn(extendIn(from, ORDER, 'e'), ORDER, 'd'))).toBe('acd');
    expect(idsOf(extendIn(extendIn(from, ORDER, 'e'), ORDER, 'b'))).toBe('abc');
  });

  it('starts a range here without a last one, or if it left the list', () => {
    expect(idsOf(extendIn(NO_CHOICE, ORDER, 'd'))).toBe('d');
    expect(idsOf(extendIn(toggleIn(NO_CHOICE, 'gone'), ORDER, 'd'))).toBe('d');
  });

  it('selects a whole day, or deselects it if all of it was selected', () => {
    const some = toggleIn(toggleIn(NO_CHOICE, 'a'), 'b');
    const day = toggleAllIn(some, ['b', 'c']);
    expect(idsOf(day)).toBe('abc');
    expect(idsOf(toggleAllIn(day, ['b', 'c']))).toBe('a');
    expect(isAllIn(day.ids, [])).toBe(false);
  });

  it('forgets processed photos', () => {
    const all = toggleAllIn(NO_CHOICE, ORDER);
    expect(idsOf(without(all, new Set(['a', 'e'])))).toBe('bcd');
  });
});
