import { expect, test } from 'vitest';
import { roughSize } from '#lib/figures.ts';

test('sizes are approximate', () => {
  expect([0, 400_000, 8_400_000, 123_456_789].map(roughSize)).toEqual([
    '約1MB',
    '約1MB',
    '約8MB',
    '約123MB',
  ]);
});
