import { describe, expect, it } from 'vitest';
import type { Choice } from './choice.ts';
import { NO_CHOICE, extendIn, isAllIn, toggleAllIn, toggleIn, without } from './choice.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const idsOf = ({ ids }: Choice): string => ORDER.filter((id) => ids.has(id)).join('');

describe('choosing', () => {
  it('takes a photo and lets it go again', () => {
    const one = toggleIn(NO_CHOICE, 'b');
    expect(idsOf(one)).toBe('b');
    expect(idsOf(toggleIn(one, 'b'))).toBe('');
  });

  it('draws a range from the last one, and draws it anew', () => {
    const from = toggleIn(toggleIn(NO_CHOICE, 'a'), 'c');
    expect(idsOf(extendIn(from, ORDER, 'e'))).toBe('acde');
    expect(idsOf(extendIn(extendIn(from, ORDER, 'e'), ORDER, 'd'))).toBe('acd');
    expect(idsOf(extendIn(extendIn(from, ORDER, 'e'), ORDER, 'b'))).toBe('abc');
  });

  it('begins a range here when there is no last one, or it left the list', () => {
    expect(idsOf(extendIn(NO_CHOICE, ORDER, 'd'))).toBe('d');
    expect(idsOf(extendIn(toggleIn(NO_CHOICE, 'gone'), ORDER, 'd'))).toBe('d');
  });

  it('takes a whole day, or lets it go when all of it was chosen', () => {
    const some = toggleIn(toggleIn(NO_CHOICE, 'a'), 'b');
    const day = toggleAllIn(some, ['b', 'c']);
    expect(idsOf(day)).toBe('abc');
    expect(idsOf(toggleAllIn(day, ['b', 'c']))).toBe('a');
    expect(isAllIn(day.ids, [])).toBe(false);
  });

  it('forgets what is done with', () => {
    const all = toggleAllIn(NO_CHOICE, ORDER);
    expect(idsOf(without(all, new Set(['a', 'e'])))).toBe('bcd');
  });
});
