import { describe, expect, it } from 'vitest';
import type { Keeping } from './kept-photo.ts';
import { lossTexts, othersTexts, safetyText } from './kept-photo.ts';

const NOTHING: Keeping = {
  ...{ pending: 0, unkept: 0, isDenied: false, resumed: 0, joining: 0 },
  ...{ missing: [], expired: 0, others: 0, elsewhere: 0 },
};
const safety = (change: Partial<Keeping>) => safetyText({ ...NOTHING, ...change }, 5);

describe('may the page be closed', () => {
  it('is not said where nothing is under way', () => {
    expect(safetyText({ ...NOTHING, unkept: 3 }, 0)).toBeNull();
  });

  it('names the worst that is true', () => {
    expect(safety({})).toContain('続きを送ります');
    expect(safety({ pending: 4 })).toContain('あと4枚');
    expect(safety({ pending: 4, unkept: 2 })).toContain('2枚は控えておけません');
    expect(safety({ unkept: 5, isDenied: true })).toContain('この端末には写真を控えておけません');
  });
});

it('losses and others are named with their numbers, and not at all without', () => {
  expect([...lossTexts(NOTHING), ...othersTexts(NOTHING)]).toEqual([]);
  expect(lossTexts({ ...NOTHING, missing: ['a', 'b'], expired: 3 })).toEqual([
    expect.stringMatching(/^2枚は.*もう一度選んで/),
    expect.stringMatching(/^14日.*3枚を/),
  ]);
  expect(othersTexts({ ...NOTHING, others: 4, elsewhere: 1 })).toEqual([
    expect.stringContaining('1枚を送っています'),
    expect.stringContaining('4枚あります'),
  ]);
});
