import { describe, expect, test } from 'vitest';
import { WaitingLines } from './waiting-lines.ts';

const filled = (values: string[], limits = { all: 10, each: 5 }): WaitingLines<string> => {
  const queue = new WaitingLines<string>(limits);
  for (const value of values) queue.push(value.charAt(0), value);
  return queue;
};
const takeAll = (queue: WaitingLines<string>, may: (value: string) => boolean = () => true) => {
  const taken: string[] = [];
  for (let next = queue.take(may); next !== undefined; next = queue.take(may)) taken.push(next);
  return taken;
};

test("takes one item per owner in turn, each owner's in order", () => {
  const queue = filled(['a1', 'a2', 'a3', 'b1', 'c1', 'c2']);
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  expect(queue.size).toBe(0);
});

test('an owner just served waits behind those who were not', () => {
  const queue = filled(['a1', 'b1']);
  expect(queue.take(() => true)).toBe('a1');
  queue.push('a', 'a2');
  expect(takeAll(queue)).toEqual(['b1', 'a2']);
});

test('skips owners that may not run yet, and keeps their turn', () => {
  const queue = filled(['a1', 'b1', 'b2']);
  expect(takeAll(queue, (value) => !value.startsWith('a'))).toEqual(['b1', 'b2']);
  expect(takeAll(queue)).toEqual(['a1']);
});

describe('when full', () => {
  test('an owner with too many is refused', () => {
    const queue = filled(['a1', 'a2'], { all: 10, each: 2 });
    expect(queue.push('a', 'a3')).toBe('a3');
    expect(queue.push('b', 'b1')).toBeUndefined();
  });

  test('the last item of the owner with most makes room for one with fewer', () => {
    const queue = filled(['a1', 'a2', 'a3', 'b1'], { all: 4, each: 4 });
    expect(queue.push('c', 'c1')).toBe('a3');
    expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  test('an owner with as many items displaces no other', () => {
    const queue = filled(['a1', 'a2', 'b1', 'b2'], { all: 4, each: 4 });
    expect(queue.push('b', 'b3')).toBe('b3');
    expect(queue.size).toBe(4);
  });

  test('clearing returns all', () => {
    const queue = filled(['a1', 'b1', 'a2']);
    expect(queue.clear().sort()).toEqual(['a1', 'a2', 'b1']);
    expect(queue.size).toBe(0);
  });
});
