import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { RECIPE } from '#lib/picture-recipe.ts';
import { inspect } from './inspect.ts';
import { makeVariants } from './recipe.ts';

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
  await makeVariants(source, folder, RECIPE, isThrifty);
}

const made = (name: string) => path.join(folder, name);
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
    expect(await sharp(made('master.jpg')).metadata()).toMatchObject({ width: 901, height: 4096 });
    expect(await sharp(made('720.webp')).metadata()).toMatchObject({ width: 720, height: 3273 });
    expect(await sharp(made('1080.webp')).metadata()).toMatchObject({ width: 1080, height: 4909 });
  },
);
