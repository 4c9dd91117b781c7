import { describe, expect, test } from 'vitest';
import type { Dashboard } from './dashboard.ts';
import { nextFirstStep } from './dashboard.ts';

type Facts = Parameters<typeof nextFirstStep>[0];

const facts = (residentsCount: number, link: number, photos: number, storedBytes = 0): Facts => ({
  residentsCount,
  families: { email: 0, link, print: 0, line: 0 },
  letter: { itemsCount: photos } as Dashboard['letter'],
  storedBytes,
});

describe('the first steps of a new facility', () => {
  test.each([
    ['no residents', facts(0, 0, 0), 'residents'],
    ['only facility-wide photos', facts(0, 0, 3, 900), 'residents'],
    ['residents', facts(2, 0, 0), 'families'],
    ['residents and a family', facts(2, 1, 0), 'photos'],
    [
      'a family by LINE alone',
      { ...facts(2, 0, 0), families: { email: 0, link: 0, print: 0, line: 1 } },
      'photos',
    ],
    ['all three', facts(2, 1, 1), null],
    ['photos of earlier months', facts(2, 1, 0, 900), null],
  ])('%s', (_name, known, step) => {
    expect(nextFirstStep(known)).toBe(step);
  });
});
