import { describe, expect, test } from 'vitest';
import { firstStepsLeft, nextFirstStep } from './first-steps.ts';

type Facts = Parameters<typeof nextFirstStep>[0];

const NEW: Facts = {
  residentsCount: 0,
  families: { email: 0, link: 0, print: 0, line: 0 },
  withoutFamily: { count: 0 },
  letter: { itemsCount: 0 },
  storedBytes: 0,
  consents: { unanswered: 0 },
  firstSteps: { areClosed: false, colleagues: 0, devices: 0, hasOwnLetter: false },
};
const facts = (residentsCount: number, link: number, photos: number, storedBytes = 0): Facts => ({
  ...NEW,
  residentsCount,
  families: { ...NEW.families, link },
  withoutFamily: { count: residentsCount - link },
  letter: { itemsCount: photos },
  storedBytes,
});

describe('without what there is no letter', () => {
  test.each([
    ['no residents', facts(0, 0, 0), 'residents'],
    ['only facility-wide photos', facts(0, 0, 3, 900), 'residents'],
    ['residents', facts(2, 0, 0), 'families'],
    ['residents and a family', facts(2, 1, 0), 'photos'],
    [
      'a family by LINE alone',
      { ...facts(2, 0, 0), families: { ...NEW.families, line: 1 } },
      'photos',
    ],
    ['residents who all have nobody', { ...facts(2, 0, 0), withoutFamily: { count: 0 } }, 'photos'],
    ['all three', facts(2, 1, 1), null],
    ['photos of earlier months', facts(2, 1, 0, 900), null],
  ])('%s', (_name, known, step) => {
    expect(nextFirstStep(known)).toBe(step);
  });
});

describe('what is left', () => {
  test('is everything at first, in order', () => {
    expect(firstStepsLeft(NEW)).toEqual([
      'residents',
      'families',
      'consents',
      'photos',
      'ownLetter',
      'colleagues',
      'device',
    ]);
  });

  test('loses each step that is done', () => {
    const done = facts(2, 1, 1);
    const left = (more: Partial<Facts['firstSteps']>, unanswered = 0) =>
      firstStepsLeft({
        ...done,
        consents: { unanswered },
        firstSteps: { ...done.firstSteps, ...more },
      });
    expect(left({}, 1)).toEqual(['consents', 'ownLetter', 'colleagues', 'device']);
    expect(left({})).toEqual(['ownLetter', 'colleagues', 'device']);
    expect(left({ hasOwnLetter: true })).toEqual(['colleagues', 'device']);
    expect(left({ hasOwnLetter: true, colleagues: 1 })).toEqual(['device']);
    expect(left({ hasOwnLetter: true, colleagues: 1, devices: 1 })).toEqual([]);
  });

  test('is only what letters need, once it has been put away', () => {
    const closed = { ...NEW.firstSteps, areClosed: true };
    expect(firstStepsLeft({ ...NEW, firstSteps: closed })).toEqual([
      'residents',
      'families',
      'photos',
    ]);
    expect(firstStepsLeft({ ...facts(2, 1, 1), firstSteps: closed })).toEqual([]);
  });
});
