import { expect, test } from 'vitest';
import { MemoryRoom, makingAtOnce } from './memory-room.ts';

test('gives out what there is, and reuses what was returned', () => {
  const room = new MemoryRoom(300);
  expect(room.take({}, 200)).toBe(true);
  expect(room.take({}, 100)).toBe(true);
  expect(room.take({}, 1)).toBe(false);
  room.giveBack(200);
  expect(room.take({}, 1)).toBe(true);
});

test('nothing large overtakes the first in line; small requests may', () => {
  const room = new MemoryRoom(300);
  const first = {};
  room.take({}, 200);
  expect(room.take(first, 150)).toBe(false);
  expect(room.take({}, 80)).toBe(false);
  expect(room.take({}, 20)).toBe(true);
  room.giveBack(200);
  expect(room.take({}, 80)).toBe(false);
  expect(room.take(first, 150)).toBe(true);
  expect(room.take({}, 80)).toBe(true);
});

test('a cancelled request blocks no others', () => {
  const room = new MemoryRoom(300);
  const gone = {};
  room.take({}, 200);
  expect(room.take(gone, 150)).toBe(false);
  room.forget(gone);
  expect(room.take({}, 80)).toBe(true);
});

test.each([
  ['one core', 1, 8000, 1],
  ['1 GB', 2, 1010, 1],
  ['a container of 512 MB', 8, 512, 1],
  ['two cores and 2 GB', 2, 1980, 2],
  ['many cores', 32, 64_000, 4],
])('%s: sizes of so many photos are made at once', (_what, cores, mb, atOnce) => {
  expect(makingAtOnce(cores, mb)).toBe(atOnce);
});
