import { describe, expect, test } from 'vitest';
import { isRehearsalDue, placeInTurn } from './rehearsal.ts';

const at = (text: string): Date => new Date(`${text}+09:00`);
const last = (text: string, outcome: 'good' | 'failed' | 'skipped' = 'good') => ({
  at: at(text).toISOString(),
  outcome,
});

describe('the monthly rehearsal', () => {
  test.each([
    ['2026-11-09T04:30:00', false],
    ['2026-11-10T03:59:59', false],
    ['2026-11-10T04:00:00', true],
    ['2026-11-10T06:59:59', true],
    ['2026-11-10T07:00:00', false],
    ['2026-11-20T14:00:00', true],
    ['2026-12-01T04:30:00', false],
    ['2026-12-31T23:00:00', true],
  ])('at %s, with none before: %s', (now, due) => {
    expect(isRehearsalDue(null, 3, at(now))).toBe(due);
  });

  test.each([
    [last('2026-11-10T04:10:00'), '2026-11-11T04:10:00', false],
    [last('2026-11-10T04:10:00', 'skipped'), '2026-11-30T04:10:00', false],
    [last('2026-11-10T04:10:00', 'failed'), '2026-11-10T05:10:00', false],
    [last('2026-11-10T04:10:00', 'failed'), '2026-11-11T04:10:00', true],
    [last('2026-11-30T04:10:00'), '2026-12-09T04:10:00', false],
    [last('2026-11-30T04:10:00'), '2026-12-10T04:10:00', true],
    [last('2026-12-31T04:10:00'), '2027-01-10T04:10:00', true],
    [last('2031-01-10T04:10:00'), '2026-11-10T04:10:00', true],
  ])('after %j at %s: %s', (before, now, due) => {
    expect(isRehearsalDue(before, 3, at(now))).toBe(due);
  });

  test('follows a backup at any hour', () => {
    expect(isRehearsalDue(null, 23, at('2026-11-11T00:10:00'))).toBe(true);
    expect(isRehearsalDue(null, 23, at('2026-11-11T23:10:00'))).toBe(false);
  });

  test('takes the places in turn, every second month', () => {
    const months = ['01', '02', '03', '04', '05', '06', '07', '08'];
    const taken = months.map((month) => placeInTurn(['a', 'b'], at(`2027-${month}-10T04:00:00`)));
    expect(taken).toEqual([null, 'b', null, 'a', null, 'b', null, 'a']);
    expect(placeInTurn([], at('2027-02-10T04:00:00'))).toBeNull();
  });
});
