import { describe, expect, test } from 'vitest';
import { needs } from '../support/needs.ts';
import { jpeg } from '../support/pictures.ts';
import { makeBombs } from '../support/bombs.ts';
import type { CostlyShape } from '../support/costly-pictures.ts';
import { ORDINARY, encodeCostly, missingEncoder } from '../support/costly-pictures.ts';
import { brokenPromises, measurePicture } from '../support/decoder-usage.ts';
import type { PngShape } from '../support/hostile-png.ts';
import { flatPng } from '../support/hostile-png.ts';

/** A short form of `npm run test:hostile -- picture-cost bombs`. */
const FLAT: CostlyShape = { ...ORDINARY, content: 'flat' };
const PNG: PngShape = { width: 8000, height: 6000, depth: 8, colour: 2, isInterlaced: false };

async function outcomeOf(bytes: Buffer) {
  const measured = await measurePicture(bytes);
  const passes = measured.passes.map(({ kind, outcome }) => `${kind} ${outcome}`);
  return { refusal: measured.refusal, passes, broken: brokenPromises(measured) };
}
const TAKEN = {
  refusal: null,
  passes: ['preview made', 'variants made', 'largest made'],
  broken: [],
};

describe('accepted, within 300 MB and 10 s of CPU in each pass (P25)', () => {
  test('an interlaced one', async () => {
    expect(
      await outcomeOf(flatPng({ ...PNG, width: 4000, height: 3000, isInterlaced: true })),
    ).toEqual(TAKEN);
  });

  test('a long line', async () => {
    expect(await outcomeOf(flatPng({ ...PNG, width: 30_000, height: 1600 }))).toEqual(TAKEN);
  });

  test.each([
    ['higher than any WebP', 300, 40_000],
    ['a scrolled screenshot', 1080, 20_000],
    ['a line of one pixel', 1, 65_500],
  ])('%s', async (_what, width, height) => {
    expect(await outcomeOf(await jpeg({ width, height }))).toEqual(TAKEN);
  });

  const encoder = needs(missingEncoder() === null, missingEncoder() ?? '');
  test('progressive, 12 megapixels', encoder, async () => {
    expect(
      await outcomeOf(encodeCostly({ ...FLAT, coding: 'progressive', sampling: '1x1' })),
    ).toEqual(TAKEN);
  });

  describe('and the largest', () => {
    test.each<[string, CostlyShape]>([
      ['plain, 108 megapixels', { ...FLAT, width: 12_000, height: 9000 }],
      ['progressive, 50 megapixels', { ...FLAT, width: 8160, height: 6144, coding: 'progressive' }],
      [
        'the most scans',
        {
          ...FLAT,
          width: 8000,
          height: 6000,
          components: 1,
          sampling: '1x1',
          coding: 'progressive',
          scans: 20,
        },
      ],
    ])('%s', encoder, async (_what, shape) => {
      expect(await outcomeOf(encodeCostly(shape))).toEqual(TAKEN);
    });
  });
});

test('bombs are refused before any decoding (P6)', async () => {
  const bombs = await makeBombs();
  const measured = await Promise.all(bombs.map(({ bytes }) => measurePicture(bytes)));
  const refusals = measured.map(({ refusal }, n) => [bombs[n]?.name, refusal]);
  expect(refusals.filter(([, refusal]) => refusal === null)).toEqual([]);
  expect(bombs.length).toBe(7 + (missingEncoder() ? 0 : 5));
});
