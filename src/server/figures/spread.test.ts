import { describe, expect, test } from 'vitest';
import { addSpread, bucketOf, emptySpread, quantile, readSpread, writeSpread } from './spread.ts';

const spreadOf = (times: number[]) => {
  const spread = emptySpread();
  for (const ms of times) spread[bucketOf(ms)] = (spread[bucketOf(ms)] ?? 0) + 1;
  return spread;
};

describe('a spread', () => {
  test('takes any time', () => {
    expect([0, 0.5, 0.6, 1, 1e9].map(bucketOf)).toEqual([0, 0, 1, 2, 39]);
  });

  test.each([0.5, 0.95])('tells the %f quantile within a fifth', (part) => {
    // From 1 ms to 10 s, evenly by their logarithm.
    const times = Array.from({ length: 4000 }, (_, n) => 10 ** ((4 * n) / 4000));
    const exact = times[Math.floor(part * times.length)] ?? NaN;
    const told = quantile(spreadOf(times), part) ?? NaN;
    expect(Math.abs(told / exact - 1)).toBeLessThan(0.2);
  });

  test('of nothing tells nothing', () => {
    expect(quantile(emptySpread(), 0.5)).toBeNull();
  });

  test('is written and read again, and adds up', () => {
    const a = spreadOf([1, 1, 700]);
    const b = readSpread(writeSpread(a));
    expect(b).toEqual(a);
    addSpread(b, a);
    expect(writeSpread(b)).toBe(`${bucketOf(1)}:4 ${bucketOf(700)}:2`);
    expect(readSpread('')).toEqual(emptySpread());
    expect(readSpread('99:1 x:2 3:y 4')).toEqual(emptySpread());
  });
});
