import { expect, test } from 'vitest';
import { archiveDate, archiveDisposition, archiveName, roughSize } from './archive.ts';

test('an archive is named after its month only', () => {
  expect(archiveName(202610)).toBe('2026年10月号の写真.zip');
  expect(archiveDisposition(202610)).toBe(
    `attachment; filename="tsukidayori-202610.zip"; filename*=UTF-8''2026%E5%B9%B410%E6%9C%88%E5%8F%B7%E3%81%AE%E5%86%99%E7%9C%9F.zip`,
  );
});

test('a photo has the day it was taken, in any time zone', () => {
  for (const day of ['2024-02-29', '2026-01-01', '2026-12-31']) {
    const date = archiveDate(day);
    const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
    expect(parts).toEqual(day.split('-').map(Number));
  }
});

test('sizes are approximate', () => {
  expect([0, 400_000, 8_400_000, 123_456_789].map(roughSize)).toEqual([
    '約1MB',
    '約1MB',
    '約8MB',
    '約123MB',
  ]);
});
