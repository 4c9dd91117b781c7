import { beforeEach, expect, test } from 'vitest';
import { Pace } from './pace.ts';

/** A loop on which time passes only by work and by waiting. */
let now: number;
let busyMs: number;
let slept: number[];
let pace: Pace;

beforeEach(() => {
  now = 0;
  busyMs = 0;
  slept = [];
  pace = new Pace({
    now: () => now,
    turn: () => Promise.resolve((now += busyMs)),
    sleep: (ms) => Promise.resolve((now += slept[slept.push(ms) - 1] ?? 0)),
  });
});

/** Pieces that each take so long. @returns what tells how many were done in each slice */
function pieces(eachMs: number, left = Infinity): { done: number[]; work: Work } {
  const done: number[] = [];
  const work = (count: number): Promise<number> => {
    const did = Math.min(count, left);
    left -= did;
    now += did * eachMs;
    done.push(did);
    return Promise.resolve(did);
  };
  return { done, work };
}
type Work = (count: number) => Promise<number>;

const slices = async (count: number, work: Work): Promise<void> => {
  for (let n = 0; n < count; n++) await pace.slice('a', work);
};

test('slices take ten milliseconds, whatever a piece costs', async () => {
  const { done, work } = pieces(0.1);
  await slices(8, work);
  expect(done).toEqual([10, 20, 40, 80, 100, 100, 100, 100]);
  const expensive = pieces(5);
  await slices(3, expensive.work);
  expect(expensive.done).toEqual([100, 2, 2]);
  const slower = pieces(50);
  await slices(3, slower.work);
  expect(slower.done).toEqual([2, 1, 1]);
});

test('kinds of work are measured apart, and slices that found little to do do not count', async () => {
  const { work } = pieces(1);
  await slices(3, work);
  const other = pieces(0.01, 3);
  await pace.slice('b', other.work);
  await pace.slice('b', other.work);
  const one = pieces(1);
  await pace.slice('a', one.work);
  expect(other.done).toEqual([3, 0]);
  expect(one.done).toEqual([10]);
});

test('nobody waits: it does not rest', async () => {
  await slices(5, pieces(1).work);
  expect(slept).toEqual([]);
  expect(now).toBe(50);
});

test('while somebody waits, two thirds of the time are theirs', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const answer = pace.answering(promise);
  await slices(10, pieces(1).work);
  await pace.slice('a', () => Promise.resolve(0));
  expect(now).toBe(300);
  resolve('answer');
  expect(await answer).toBe('answer');
  await slices(5, pieces(1).work);
  expect(now).toBe(350);
});

test('a busy loop is waited for as well, and what it took counts', async () => {
  busyMs = 12;
  await slices(3, pieces(1).work);
  await pace.slice('a', () => Promise.resolve(0));
  expect(slept).toEqual([8, 8, 8]);
  busyMs = 25;
  await slices(2, pieces(1).work);
  expect(slept.slice(3)).toEqual([]);
});

test('a failed answer is over too', async () => {
  await expect(pace.answering(Promise.reject(new Error('no')))).rejects.toThrow('no');
  await slices(2, pieces(1).work);
  expect(slept).toEqual([]);
});

test('all kinds of work share one line', async () => {
  const order: string[] = [];
  const part = (name: string) => async (count: number) => {
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
    return count;
  };
  await Promise.all([pace.slice('a', part('a')), pace.slice('b', part('b'))]);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('a slice that fails does not stop the line', async () => {
  const failing = pace.slice('a', () => Promise.reject(new Error('no')));
  const next = pieces(1);
  const after = pace.slice('b', next.work);
  await expect(failing).rejects.toThrow('no');
  expect(await after).toBe(true);
  expect(next.done).toEqual([10]);
});

test('slices go on until one finds less than fits', async () => {
  const { done, work } = pieces(1, 25);
  await pace.untilDone('a', work);
  expect(done).toEqual([10, 10, 5]);
});
