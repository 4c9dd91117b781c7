import { expect, test } from 'vitest';
import { isLetter, lettersAmong } from './month-contents.ts';

const HERE = { leftOn: null, lettersEnd: null, lastLetter: 0 } as const;
const NOTHING = { photos: false, words: false, note: false, skipped: false };

test.each([
  ['nothing', {}, false],
  ['photos', { photos: true }, true],
  ['words', { words: true }, true],
  ['a note', { note: true }, true],
  ['all, skipped', { photos: true, words: true, note: true, skipped: true }, false],
])('a month with %s', (_, holding, expected) => {
  expect(isLetter(HERE, 202609, { ...NOTHING, ...holding })).toBe(expected);
});

test('the last letter needs nothing, and can be skipped', () => {
  const died = { leftOn: null, lettersEnd: '2026-09-01', lastLetter: 1 } as const;
  expect(isLetter(died, 202609, NOTHING)).toBe(true);
  expect(isLetter(died, 202609, { ...NOTHING, skipped: true })).toBe(false);
});

test.each([
  ['lives here', HERE, [202606, 202607, 202608, 202609]],
  ['left', { ...HERE, leftOn: '2026-07-01' }, [202606, 202607]],
  ['died', { ...HERE, lettersEnd: '2026-08-01' }, [202606, 202607]],
  [
    'left, then died, with a last letter',
    { leftOn: '2026-06-30', lettersEnd: '2026-09-01', lastLetter: 1 as const },
    [202606, 202609],
  ],
])('months with a letter of a resident who %s', (_, stay, expected) => {
  const found = {
    photos: new Set([202608, 202607, 202610]),
    words: new Set([202607, 202609]),
    note: new Set([202606]),
    skipped: new Set([202605]),
  };
  expect(lettersAmong(stay, found, 202610)).toEqual(expected);
});
