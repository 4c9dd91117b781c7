import { describe, expect, test } from 'vitest';
import type { LifeState } from './life.ts';
import { isResident, lastMonthOf, lifeStateOf } from './life.ts';

const TODAY = '2026-11-21';
type LifeDays = Parameters<typeof lifeStateOf>[0];

const NONE: LifeDays = { awaySince: null, leftOn: null, diedOn: null };

describe('lifeStateOf', () => {
  test.each<[Partial<LifeDays>, LifeState]>([
    [{}, 'here'],
    [{ awaySince: TODAY }, 'away'],
    [{ awaySince: '2026-11-22' }, 'here'],
    [{ leftOn: TODAY }, 'left'],
    [{ leftOn: '2026-11-22' }, 'here'],
    [{ awaySince: '2026-10-01', leftOn: '2026-11-22' }, 'away'],
    [{ awaySince: '2026-10-01', leftOn: '2026-11-01' }, 'left'],
    [{ diedOn: TODAY }, 'died'],
    [{ awaySince: '2026-10-01', leftOn: '2026-11-01', diedOn: '2026-11-02' }, 'died'],
  ])('of %j is %s', (days, state) => {
    expect(lifeStateOf({ ...NONE, ...days }, TODAY)).toBe(state);
    expect(isResident({ state })).toBe(state === 'here' || state === 'away');
  });
});

test.each([
  [null, null, null],
  ['2026-09-12', null, 202609],
  [null, '2026-11-01', 202611],
  ['2026-09-12', '2026-11-01', 202611],
])('left on %s, died in the month from %s: photos until %s', (leftOn, lettersEnd, month) => {
  expect(lastMonthOf({ leftOn, lettersEnd })).toBe(month);
});
