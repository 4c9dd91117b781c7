import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { longestStalls, noteWork, workOf } from './stalls.ts';

const stall = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};
const of = (cause: string): number | undefined => new Map(longestStalls()).get(cause);

test('what is done in one turn of the loop is one stall, and the longest is kept', async () => {
  await workOf('sweep', async () => {
    noteWork();
    stall(6);
    noteWork();
    await Promise.resolve();
    stall(6);
    noteWork();
    await setImmediate();
    await setImmediate();
    noteWork();
    stall(2);
    noteWork();
    await setImmediate();
  });
  expect(of('sweep')).toBeGreaterThanOrEqual(12);
  expect(of('sweep')).toBeLessThan(1000);
});

test('a piece of work tells how long it took, and turns do not add up', async () => {
  for (let n = 0; n < 3; n++) {
    workOf('query', () => noteWork(5));
    await setImmediate();
    await setImmediate();
  }
  expect(of('query')).toBeGreaterThanOrEqual(5);
  expect(of('query')).toBeLessThan(10);
});

test('what has no name is a request', async () => {
  noteWork(3);
  await setImmediate();
  await setImmediate();
  expect(of('requests')).toBeGreaterThanOrEqual(3);
});
