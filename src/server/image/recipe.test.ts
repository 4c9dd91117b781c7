import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { RECIPE } from '#lib/picture-recipe.ts';
import type { Size } from '#lib/picture-size.ts';
import { masterSize, variantSize } from '#lib/picture-size.ts';
import { inspect } from './inspect.ts';
import { makeLargest, makeTurned, makeVariants } from './recipe.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-recipe-test-'));
afterAll(() => rmSync(root, { recursive: true }));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(root, 'picture-'));
});

/** Busy all over, like leaves: grey noise, of a strength from 0 to 1 and so many pixels a grain. */
function busy(width: number, height: number, grain: number, strength = 1) {
  const small = { width: Math.ceil(width / grain), height: Math.ceil(height / grain) };
  const data = Buffer.alloc(small.width * small.height);
  let state = 1;
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data[at] = 128 + ((state >>> 24) - 128) * strength;
  }
  return sharp(data, { raw: { ...small, channels: 1 } })
    .resize({ width, height, fit: 'fill' })
    .toColourspace('srgb');
}

async function make(bytes: Buffer, isThrifty = false) {
  const file = path.join(folder, 'upload');
  writeFileSync(file, bytes);
  const source = { file, ...(await inspect(file, RECIPE.pixelLimits)) };
  await makeVariants(source, folder, RECIPE, { isThrifty });
}

const made = (name: string) => path.join(folder, name);
async function sizeOf(name: string): Promise<[number, number]> {
  const { width, height } = await sharp(made(name)).metadata();
  return [width, height];
}
const encoded = new Map<Size, Promise<Buffer>>();
const flat = (size: Size): Promise<Buffer> => {
  const picture = sharp({ create: { ...size, channels: 3, background: '#885533' } });
  const bytes = encoded.get(size) ?? picture.jpeg().toBuffer();
  encoded.set(size, bytes);
  return bytes;
};
/** The height follows from the width, both rounded each time. */
function expectNear([width, height]: [number, number], expected: Size): void {
  const pixel = Math.max(1, expected.height / expected.width);
  expect(Math.abs(width - expected.width)).toBeLessThanOrEqual(1);
  expect(Math.abs(height - expected.height)).toBeLessThanOrEqual(3 * pixel);
}
const bytesOf = async (name: string) => (await stat(made(name))).size;

describe('busy photos', () => {
  test.each([2, 4])('stay within the limits of their sizes, with a grain of %i', async (grain) => {
    await make(await busy(1600, 1200, grain, 0.3).jpeg({ quality: 90 }).toBuffer());
    for (const { name, maxBytes = Infinity } of RECIPE.webp.slice(1)) {
      expect(await bytesOf(name), name).toBeLessThanOrEqual(maxBytes);
      // Not more than needed is taken from them.
      expect(await bytesOf(name), name).toBeGreaterThan(0.6 * maxBytes);
    }
  });

  test('so tall that they need more bytes get them', async () => {
    await make(await busy(720, 2880, 4, 0.3).jpeg({ quality: 90 }).toBuffer());
    expect(await bytesOf('720.webp')).toBeGreaterThan(75 * 1024);
  });
});

describe('a picture that must save memory', () => {
  test('looks the same', async () => {
    const bytes = await busy(1500, 1000, 40).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer();
    const meansOf = async (isThrifty: boolean) => {
      await make(bytes, isThrifty);
      const names = ['master.jpg', '720.webp', '1080.webp', 'photo.jpg'];
      const all = await Promise.all(names.map((name) => sharp(made(name)).stats()));
      return all.flatMap(({ channels }) => channels.flatMap(({ mean, stdev }) => [mean, stdev]));
    };
    const lavish = await meansOf(false);
    const thrifty = await meansOf(true);
    expect(thrifty).toHaveLength(lavish.length);
    lavish.forEach((value, n) => expect(Math.abs(value - (thrifty[n] ?? 0))).toBeLessThan(1.5));
  });
});

test.each([true, false])(
  'a long screenshot keeps its width (saving memory: %s)',
  async (isThrifty) => {
    await make(await busy(1100, 5000, 40).jpeg().toBuffer(), isThrifty);
    expect(await sizeOf('master.jpg')).toEqual([1100, 5000]);
    expect(await sizeOf('720.webp')).toEqual([720, 3273]);
    expect(await sizeOf('1080.webp')).toEqual([1080, 4909]);
  },
);

describe.each([
  { width: 4000, height: 2250 },
  { width: 20_000, height: 1500 },
  { width: 6000, height: 2000 },
  { width: 1500, height: 20_000 },
  { width: 40, height: 12_000 },
  { width: 12_000, height: 1 },
])('$width × $height', (photo) => {
  test.each([true, false])('has the sizes that pages say (saving memory: %s)', async (thrifty) => {
    await make(await flat(photo), thrifty);
    const master = masterSize(photo, RECIPE.master.edge);
    expectNear(await sizeOf('master.jpg'), master);
    const file = made('master.jpg');
    await makeLargest({ file, ...(await inspect(file, RECIPE.pixelLimits)) }, folder, RECIPE);
    for (const size of [...RECIPE.webp.slice(1), RECIPE.largest, RECIPE.fallback]) {
      expectNear(await sizeOf(size.name), variantSize(photo, size));
    }
  });

  test('is turned without losing any', async () => {
    await make(await flat(photo));
    const file = made('master.jpg');
    const source = { file, ...(await inspect(file, RECIPE.pixelLimits)) };
    const turned = await makeTurned(source, 90, folder, RECIPE);
    expect(turned).toEqual({ width: source.height, height: source.width });
    for (const size of RECIPE.webp) {
      expectNear(await sizeOf(size.name), variantSize(turned, size));
    }
  });
});

test('a panorama with no memory for its area is bounded by its edge', async () => {
  const file = path.join(folder, 'upload');
  writeFileSync(file, await flat({ width: 16_000, height: 3000 }));
  const source = { file, ...(await inspect(file, RECIPE.pixelLimits)) };
  await makeVariants(source, folder, RECIPE, { isThrifty: true, isByEdge: true });
  expect(await sizeOf('master.jpg')).toEqual([4096, 768]);
  expect(await sizeOf('1080.webp')).toEqual([1871, 351]);
});
