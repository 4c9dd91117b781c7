import { describe, expect, it } from 'vitest';
import type { Keeping } from './kept-photo.ts';
import { lossTexts, othersTexts, safetyText } from './kept-photo.ts';

const NOTHING: Keeping = {
  ...{ pending: 0, unkept: 0, isDenied: false, resumed: 0, joining: 0 },
  ...{ isFull: false, missing: [], lost: [], expired: 0, others: 0, elsewhere: 0 },
};
const safety = (change: Partial<Keeping>) => safetyText({ ...NOTHING, ...change }, 5);

describe('may the page be closed', () => {
  it('is not said where nothing is under way', () => {
    expect(safetyText({ ...NOTHING, unkept: 3 }, 0)).toBeNull();
  });

  it('names the worst that is true', () => {
    expect(safety({})).toContain('続きを送ります');
    expect(safety({ pending: 4 })).toContain('あと4枚');
    const unkept = safety({ pending: 4, unkept: 2 });
    expect(unkept).toContain('2枚は控えておけません');
    expect(unkept).not.toContain('空き');
    expect(safety({ unkept: 2, isFull: true })).toContain('空きがないため、2枚は控えておけません');
    const denied = safety({ unkept: 5, isFull: true, isDenied: true });
    expect(denied).toMatch(/控えておけません（プライベートブラウズなど）.*閉じないで/);
    expect(denied).not.toContain('空き');
  });
});

it('losses and others are named with their numbers, and not at all without', () => {
  expect([...lossTexts(NOTHING), ...othersTexts(NOTHING)]).toEqual([]);
  expect(lossTexts({ ...NOTHING, missing: ['a', 'b'], expired: 3 })).toEqual([
    expect.stringMatching(/^2枚は.*もう一度選んで/),
    expect.stringMatching(/^14日.*3枚を/),
  ]);
  const lost = [1, 2, 3, 4, 5].map((n) => ({ id: String(n), name: `IMG_${n}.jpg` }));
  const named = (count: number) => lossTexts({ ...NOTHING, lost: lost.slice(0, count) })[0];
  expect(named(1)).toMatch(/^「IMG_1.jpg」は、.*もう一度選んで/);
  expect(named(5)).toMatch(/^「IMG_1.jpg」「IMG_2.jpg」「IMG_3.jpg」ほか2枚は/);
  expect(othersTexts({ ...NOTHING, others: 4, elsewhere: 1 })).toEqual([
    expect.stringContaining('1枚を送っています'),
    expect.stringContaining('4枚あります'),
  ]);
});
