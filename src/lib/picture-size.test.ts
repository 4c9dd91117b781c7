import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RECIPE } from './picture-recipe.ts';
import type { Size } from './picture-size.ts';
import { longSide, masterSize, variantSize } from './picture-size.ts';

const EDGE = RECIPE.master.edge;
const LARGEST_AREA = (EDGE * EDGE * 9) / 16;
const SIZES = [...RECIPE.webp, RECIPE.largest, RECIPE.fallback];
const size = (width: number, height: number): Size => ({ width, height });
const anySide = fc.oneof(fc.integer({ min: 1, max: 65_500 }), fc.integer({ min: 1, max: 50 }));
const anyPhoto = fc.record({ width: anySide, height: anySide });

describe('an ordinary photo', () => {
  test.each([
    [size(4000, 3000), size(4000, 3000)],
    [size(4096, 3072), size(4096, 3072)],
    [size(8160, 6144), size(4096, 3084)],
    [size(6000, 4000), size(4096, 2731)],
    [size(8000, 4500), size(4096, 2304)],
    [size(2250, 4000), size(2250, 4000)],
    [size(6000, 6000), size(4096, 4096)],
    [size(6144, 8160), size(3084, 4096)],
  ])('%o is bounded by its longer edge', (photo, master) => {
    expect(masterSize(photo, EDGE)).toEqual(master);
  });

  test('up to 16:9 has sizes as wide as their names', () => {
    const ordinary = fc
      .tuple(
        fc.integer({ min: 1, max: 9000 }),
        fc.double({ min: 9 / 16, max: 16 / 9, noNaN: true }),
      )
      .map(([height, ratio]) => size(Math.max(1, Math.floor(height * ratio)), height))
      .filter(({ width, height }) => width / height >= 0.5);
    fc.assert(
      fc.property(ordinary, fc.constantFrom(...SIZES), (photo, bounds) => {
        expect(variantSize(photo, bounds).width).toBe(Math.min(bounds.width, photo.width));
      }),
    );
  });
});

describe('a panorama', () => {
  test.each([
    [size(20_000, 1500), size(11_217, 841)],
    [size(16_382, 3628), size(6528, 1446)],
    [size(1500, 20_000), size(841, 11_217)],
    [size(9000, 3000), size(5321, 1774)],
    [size(65_000, 1690), size(16_383, 426)],
    [size(4096, 1024), size(4096, 1024)],
    [size(1, 65_500), size(1, 16_383)],
  ])('%o keeps its area: %o', (photo, master) => {
    expect(masterSize(photo, EDGE)).toEqual(master);
  });

  test('is as wide in its sizes as 16:9 photos have pixels', () => {
    const widths = SIZES.map((bounds) => variantSize(size(20_000, 1500), bounds));
    expect(widths).toEqual([
      size(986, 74),
      size(1972, 148),
      size(2958, 222),
      size(7303, 548),
      size(1972, 148),
    ]);
  });

  test('upright, is as wide as a column', () => {
    expect(variantSize(size(2000, 8000), RECIPE.webp[1] ?? { width: 0 })).toEqual(size(720, 2880));
  });
});

describe('whatever the shape', () => {
  test('a master has as many pixels as 16:9 keeps, unless it has all of them or reaches an end', () => {
    fc.assert(
      fc.property(anyPhoto, (photo) => {
        const { width, height } = masterSize(photo, EDGE);
        const isWhole = width === photo.width && height === photo.height;
        const isEnd = Math.max(width, height) >= 16_382;
        expect(width * height <= EDGE * EDGE && Math.max(width, height) <= 16_383).toBe(true);
        if (!isWhole && !isEnd) expect(width * height).toBeGreaterThan(0.98 * LARGEST_AREA);
      }),
    );
  });

  test('a WebP fits its format, and none is larger than its master', () => {
    fc.assert(
      fc.property(anyPhoto, fc.constantFrom(...SIZES), (photo, bounds) => {
        const master = masterSize(photo, EDGE);
        const { width, height } = variantSize(photo, bounds);
        expect(width >= 1 && height >= 1 && Math.max(width, height) <= 8192).toBe(true);
        expect(width <= master.width && height <= master.height).toBe(true);
      }),
    );
  });
});

test.each([
  [size(2000, 1000), null],
  [size(2400, 1080), null],
  [size(1080, 2400), null],
  [size(2500, 1000), 'wide'],
  [size(3000, 1000), 'wide'],
  [size(1000, 2500), 'tall'],
  [size(1, 1), null],
])('%o is long: %s', (photo, side) => {
  expect(longSide(photo)).toBe(side);
});
