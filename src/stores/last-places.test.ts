import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastGroup, lastPlaces, notePlaces } from './last-places.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the last four residents come first, each once', () => {
  for (const id of ['a', 'b', 'c', 'a', 'd', 'e']) notePlaces([id]);
  expect(lastPlaces()).toEqual(['e', 'd', 'a', 'c']);
  expect(lastGroup()).toEqual([]);
  notePlaces(['c', 'x']);
  notePlaces(['d']);
  expect(lastGroup()).toEqual(['c', 'x']);
  expect(lastPlaces()).toEqual(['d', 'c', 'x', 'e']);
});

test.each(['{', '7', '[7,{"id":1}]'])('what is kept may be damaged: %s', (damaged) => {
  kept.set('tsukidayori:last-places', damaged);
  expect(lastPlaces()).toEqual([]);
});

test('without storage nothing is remembered', () => {
  vi.unstubAllGlobals();
  notePlaces(['a']);
  expect(lastPlaces()).toEqual([]);
});
