import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellBy, piecesOf, rowsOf } from './grid-rows.ts';

const SHAPE = { columns: 3, gap: 4, row: 100, head: 40 };
const NONE: ReadonlySet<number> = new Set();
const rows = rowsOf(1000, NONE, SHAPE);

test('of 1,000 photos only the rows in view are in the page, and those that are kept', () => {
  expect(piecesOf(rows, { from: 5000, to: 6000 }, [0])).toEqual([
    { space: 0, first: 0, end: 3 },
    { space: 4900, first: 150, end: 180 },
    { space: 27_400, first: 1000, end: 1000 },
  ]);
});

test('a row ends with its day, and a heading makes its row higher', () => {
  const days = rowsOf(7, new Set([0, 4]), SHAPE);
  expect(days.map(({ first, end }) => [first, end])).toEqual([
    [0, 3],
    [3, 4],
    [4, 7],
  ]);
  expect(days.map(({ bottom }) => bottom)).toEqual([140, 240, 380]);
});

test('whatever is in view, the list is as high as all of its rows, and no row is torn', () => {
  const cell = fc.integer({ min: 0, max: 199 });
  const y = fc.integer({ min: -1000, max: 9000 });
  fc.assert(
    fc.property(fc.array(cell), fc.array(cell), y, y, (heads, kept, from, to) => {
      const all = rowsOf(200, new Set(heads), SHAPE);
      const pieces = piecesOf(all, { from, to }, kept);
      const shown = all.filter(({ first }) =>
        pieces.some((p) => first >= p.first && first < p.end),
      );
      const height = shown.reduce((sum, { top, bottom }) => sum + bottom - top, 0);
      const spaces = pieces.reduce((sum, { space }) => sum + space, 0);
      expect(height + spaces).toBe(all.at(-1)?.bottom);
      expect(pieces.every(({ end }) => all.some((row) => row.end === end))).toBe(true);
      expect(kept.every((one) => pieces.some((p) => one >= p.first && one < p.end))).toBe(true);
    }),
  );
});

test('arrow keys reach photos that are not in the page', () => {
  const days = rowsOf(9, new Set([2, 6]), SHAPE); // 2 being sent, then days of 4 and 3
  const by = (key: string, cell: number) => cellBy(key, cell, days, 2);
  expect([by('ArrowDown', 4), by('ArrowDown', 5), by('ArrowDown', 8)]).toEqual([5, 6, 8]);
  expect([by('ArrowUp', 7), by('ArrowUp', 5), by('ArrowUp', 4)]).toEqual([5, 2, 4]);
  expect([by('Home', 7), by('End', 3), by('ArrowLeft', 2), by('ArrowRight', 8)]).toEqual([
    2, 8, 2, 8,
  ]);
  expect(by('a', 2)).toBeNull();
});
