import { describe, expect, test } from 'vitest';
import type { MonthFigures } from './meeting-sheet.ts';
import { FEWEST_PEOPLE, countMonths, listPeriods } from './meeting-sheet.ts';

const month = (ownPhotos: number[]): MonthFigures => ({
  ownPhotos,
  photos: 20,
  families: 8,
  seen: 6,
  words: 3,
});

describe('the counts', () => {
  test('of one month: its letters, and the least, the median and the most photos', () => {
    expect(countMonths([month([4, 0, 9, 2, 3])])).toEqual({
      figures: {
        letters: 5,
        photos: 20,
        ownPhotos: { least: 0, median: 3, most: 9 },
        families: 8,
        seen: 6,
        words: 3,
      },
      leftOut: 0,
    });
  });

  test('have a median between two letters', () => {
    const { figures } = countMonths([month([1, 2, 3, 6, 7, 20])]);
    expect(figures?.ownPhotos.median).toBe(4.5);
  });

  test('of a year are sums, and photos are those of every letter', () => {
    const { figures } = countMonths([month([1, 1, 1, 1, 1]), month([5, 5, 5, 5, 9, 9])]);
    expect(figures).toMatchObject({
      letters: 11,
      photos: 40,
      ownPhotos: { least: 1, median: 5, most: 9 },
      seen: 12,
      words: 6,
    });
  });

  test('say nothing of a home with one resident', () => {
    expect(countMonths([month([7])])).toEqual({ figures: null, leftOut: 1 });
  });

  test('hold five people who get letters, and no fewer', () => {
    const counted = (people: number) =>
      countMonths([month(Array.from({ length: people }, () => 1))]).figures !== null;
    expect([FEWEST_PEOPLE, counted(5), counted(4)]).toEqual([5, true, false]);
  });

  test('of a year hold nothing of a month that had too few: it could be found by subtraction', () => {
    const many = month([1, 2, 3, 4, 5]);
    const { figures, leftOut } = countMonths([many, month([30, 40, 50, 60])]);
    expect(figures).toEqual(countMonths([many]).figures);
    expect(leftOut).toBe(1);
  });

  test('leave out no month that had no letter', () => {
    expect(countMonths([month([])])).toEqual({ figures: null, leftOut: 0 });
  });
});

describe('the months and years', () => {
  test('are those whose letters are out, newest first', () => {
    const { years, all } = listPeriods(202511, 202602);
    expect(all.map(({ value }) => value)).toEqual([
      ...['202602', '202601', '202512', '202511'],
      ...['2026', '2025'],
    ]);
    expect(years.map(({ label }) => label)).toEqual([
      '2026年（1月から2月）',
      '2025年（11月から12月）',
    ]);
    expect(years[0]?.months).toEqual([202601, 202602]);
  });

  test('say what part of a year there is', () => {
    const labels = (...of: [number, number]) => listPeriods(...of).years.map(({ label }) => label);
    expect(labels(202501, 202512)).toEqual(['2025年']);
    expect(labels(202601, 202601)).toEqual(['2026年（1月）']);
  });

  test('are none before the first letter is out', () => {
    expect(listPeriods(202602, 202601)).toEqual({ years: [], all: [] });
  });
});
