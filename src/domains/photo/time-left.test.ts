import { describe, expect, it } from 'vitest';
import { SECOND_MS } from '#lib/durations.ts';
import { UNKNOWN_TIME, estimate } from './time-left.ts';

const MB = 1_000_000;

/** Two seconds a step. @param bytes left after each step @returns what was said, in order */
function told(bytes: readonly number[]): string[] {
  let known = UNKNOWN_TIME;
  const said: string[] = [];
  bytes.forEach((left, step) => {
    known = estimate(known, left, step * 2 * SECOND_MS);
    if (known.words !== null && known.words !== said.at(-1)) said.push(known.words);
  });
  return said;
}
const evenly = (from: number, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => Math.max(0, from - n * step));

describe('the time that is left', () => {
  it('is not guessed at once, nor without progress', () => {
    expect(told(evenly(100 * MB, MB, 4))).toEqual([]);
    expect(told(evenly(100 * MB, 0, 50))).toEqual([]);
  });

  it('counts down by minutes, to its end', () => {
    expect(told(evenly(90 * MB, MB, 90))).toEqual([
      'あと約3分',
      'あと約2分',
      'あと約1分',
      'まもなく終わります',
    ]);
  });

  it('does not jump with an uneven line', () => {
    const uneven: number[] = [];
    for (let left = 150 * MB, n = 0; left > 0; n += 1) {
      uneven.push(left);
      left -= n % 3 === 0 ? 2.5 * MB : 0.25 * MB;
    }
    const said = told(uneven);
    expect(said.length).toBeLessThan(9);
    const minutes = said.flatMap((words) => /\d+/.exec(words)?.map(Number) ?? []);
    expect(minutes).toEqual(minutes.toSorted((one, other) => other - one));
  });

  it('says that a line has become much slower', () => {
    const said = told([...evenly(100 * MB, MB, 20), ...evenly(80 * MB, MB / 10, 60)]);
    const minutes = said.flatMap((words) => /\d+/.exec(words)?.map(Number) ?? []);
    expect(Math.max(...minutes)).toBeGreaterThan(15);
  });

  it('begins again with more photos', () => {
    const said = told([...evenly(20 * MB, MB, 10), ...evenly(400 * MB, MB, 20)]);
    expect(said.at(-1)).toBe('あと約15分');
  });
});
