import { expect, test } from 'vitest';
import { DAY_MS } from '#lib/durations.ts';
import { fullAt, readRange, stepsOf } from './range.ts';

const NOW = new Date('2026-11-23T15:07:00Z');

test('steps end with the one that is not over; days begin in Tokyo', () => {
  expect(stepsOf('hour', NOW)).toHaveLength(12);
  expect(stepsOf('hour', NOW).at(-1)).toBe('2026-11-23T15:05:00.000Z');
  expect(stepsOf('day', NOW).at(0)).toBe('2026-11-22T16:00:00.000Z');
  expect(stepsOf('month', NOW).at(-1)).toBe('2026-11-23T15:00:00.000Z');
  expect(stepsOf('month', NOW).at(-2)).toBe('2026-11-22T15:00:00.000Z');
});

test.each([
  ['month', 'month'],
  [null, 'day'],
  ['toString', 'day'],
])('%s is read as %s', (asked, range) => expect(readRange(asked)).toBe(range));

const days = (free: number[]) =>
  free.map((bytes, n) => ({
    at: new Date(NOW.getTime() + (n - free.length + 1) * DAY_MS).toISOString(),
    free: bytes,
  }));

test('a disk is full when the line through its days ends', () => {
  const shrinking = fullAt(days([100, 90, 80, 70, 60]));
  expect(shrinking?.getTime()).toBeCloseTo(NOW.getTime() + 6 * DAY_MS, -3);
  expect(fullAt(days([100, 90]))).toBeNull();
  expect(fullAt(days([60, 70, 80]))).toBeNull();
  expect(fullAt(days([70, 70, 70]))).toBeNull();
  expect(fullAt(days([1e12, 1e12 - 1, 1e12 - 2]))).toBeNull();
});
