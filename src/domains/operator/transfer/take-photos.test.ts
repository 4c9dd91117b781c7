import { describe, expect, test } from 'vitest';
import { RECIPE } from '#lib/picture-recipe.ts';
import type { Size } from '#lib/picture-size.ts';
import { masterSize, variantSize } from '#lib/picture-size.ts';
import { isSizeOf } from './take-photos.ts';

const size = (width: number, height: number): Size => ({ width, height });
const PANORAMA = size(20_000, 1500);
const { master, webp, largest, fallback } = RECIPE;

describe.each([size(4000, 3000), PANORAMA, size(1500, 20_000), size(1, 65_500), size(65_000, 1)])(
  'a photo of %o',
  (photo) => {
    test.each([...webp, largest, fallback])('has its $name', (bounds) => {
      expect(isSizeOf(variantSize(photo, bounds), photo, bounds.name)).toBe(true);
    });

    test('has its master', () => {
      expect(isSizeOf(masterSize(photo, master.edge), photo, master.name)).toBe(true);
    });
  },
);

test.each([
  ['360.webp', size(360, 27)],
  ['720.webp', size(720, 54)],
  ['1080.webp', size(1080, 81)],
  ['1920.webp', size(1920, 144)],
  ['photo.jpg', size(720, 54)],
  ['master.jpg', size(4096, 307)],
])('a panorama stored as a strip keeps its %s', (name, made) => {
  expect(isSizeOf(made, PANORAMA, name)).toBe(true);
});

test.each([
  ['720.webp', size(2400, 180)],
  ['720.webp', size(400, 30)],
  ['720.webp', size(1972, 200)],
  ['master.jpg', size(20_000, 1500)],
  ['other.jpg', size(720, 54)],
])('but no other %s', (name, made) => {
  expect(isSizeOf(made, PANORAMA, name)).toBe(false);
});
