import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { coloursOf, convertColours } from './colours.ts';

/** Colours from all over the cube, as one row. */
const STEPS = [0, 1, 2, 5, 17, 40, 88, 127, 200, 254, 255];
const CUBE = Buffer.from(
  STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.flatMap((blue) => [red, green, blue]))),
);
const raw = { width: CUBE.length / 3, height: 1, channels: 3 } as const;

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value | 0);
  return bytes;
};
const fixed = (value: number): Buffer => u32(Math.round(value * 65_536));
const tag = (type: string, ...content: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(type.padEnd(4)), u32(0), ...content]);
const gamma = (value: number): Buffer =>
  tag('curv', u32(1), Buffer.from([Math.floor(value), Math.round((value % 1) * 256)]));
const points = (...values: number[]): Buffer =>
  tag('curv', u32(values.length), ...values.map((value) => Buffer.from([value >> 8, value & 255])));
const parametric = (kind: number, ...values: number[]): Buffer =>
  tag('para', Buffer.from([0, kind, 0, 0]), ...values.map(fixed));
const STRAIGHT = tag('curv', u32(0));

const SRGB_XYZ = {
  r: [0.436, 0.2225, 0.0139],
  g: [0.3851, 0.7169, 0.0971],
  b: [0.1431, 0.0606, 0.7141],
};
const ADOBE_XYZ = {
  r: [0.6097, 0.3111, 0.0195],
  g: [0.2053, 0.6257, 0.0609],
  b: [0.1492, 0.0632, 0.7446],
};

function profile(curve: Buffer, xyz = SRGB_XYZ, more: Record<string, Buffer> = {}): Buffer {
  const tags = {
    rTRC: curve,
    gTRC: curve,
    bTRC: curve,
    rXYZ: tag('XYZ', ...xyz.r.map(fixed)),
    gXYZ: tag('XYZ', ...xyz.g.map(fixed)),
    bXYZ: tag('XYZ', ...xyz.b.map(fixed)),
    ...more,
  };
  const names = Object.entries(tags);
  let at = 128 + 4 + 12 * names.length;
  const index = names.map(([name, content]) => {
    const entry = Buffer.concat([Buffer.from(name), u32(at), u32(content.length)]);
    at += content.length;
    return entry;
  });
  const head = Buffer.alloc(128);
  head.write('mntrRGB XYZ ', 12, 'latin1');
  return Buffer.concat([head, u32(names.length), ...index, ...Object.values(tags)]);
}

function converted(icc: Buffer): Buffer {
  const colours = coloursOf(icc);
  if (colours === null || colours === 'srgb') throw new Error(`colours are ${colours ?? 'unread'}`);
  const data = Buffer.from(CUBE);
  convertColours(data, colours);
  return data;
}

test('a phone’s colours become those that libvips makes of them, within a rounding', async () => {
  const picture = await sharp(CUBE, { raw }).withIccProfile('p3').png().toBuffer();
  const { icc = Buffer.alloc(0) } = await sharp(picture).metadata();
  const expected = await sharp(picture).toColourspace('srgb').raw().toBuffer();
  const data = await sharp(picture, { ignoreIcc: true }).raw().toBuffer();
  const colours = coloursOf(icc);
  if (colours === null || colours === 'srgb') throw new Error('a wide profile was not read');
  expect(data.equals(expected)).toBe(false);
  convertColours(data, colours);
  const differences = [...data].map((value, n) => Math.abs(value - (expected[n] ?? 0)));
  expect(Math.max(...differences)).toBeLessThanOrEqual(1);
});

test('a profile of sRGB leaves nothing to do', async () => {
  const picture = await sharp(CUBE, { raw }).withIccProfile('srgb').png().toBuffer();
  const { icc = Buffer.alloc(0) } = await sharp(picture).metadata();
  expect(coloursOf(icc)).toBe('srgb');
  expect(coloursOf(profile(parametric(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)))).toBe(
    'srgb',
  );
});

describe('every kind of curve is read', () => {
  test.each([
    ['a gamma', gamma(2.5), parametric(0, 2.5)],
    ['none', STRAIGHT, parametric(0, 1)],
    ['points', points(0, 65_535), STRAIGHT],
    [
      'a line below a gamma',
      parametric(3, 2, 1, 0, 0.5, 0.25),
      parametric(4, 2, 1, 0, 0.5, 0.25, 0, 0),
    ],
    ['a gamma from a point on', parametric(1, 2, 1, 0), parametric(2, 2, 1, 0, 0)],
  ])('%s', (_what, curve, same) => {
    expect(converted(profile(curve)).equals(converted(profile(same)))).toBe(true);
  });

  test('white stays white and black black', () => {
    const data = converted(profile(gamma(2.2), ADOBE_XYZ));
    expect([...data.subarray(-3)]).toEqual([255, 255, 255]);
    expect([...data.subarray(0, 3)]).toEqual([0, 0, 0]);
  });
});

describe('is left to libvips', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a table', profile(gamma(2.2), SRGB_XYZ, { A2B0: tag('mft1') })],
    ['an unknown curve', profile(tag('abcd'))],
    ['an unknown function', profile(parametric(9, 1))],
    ['points that are missing', profile(tag('curv', u32(4000)))],
    ['curves without white', profile(parametric(1, 2, 0, 0))],
    ['factors of no camera', profile(gamma(2.2), { ...SRGB_XYZ, r: [9, 9, 9] })],
  ])('%s', (_what, icc) => {
    expect(coloursOf(icc)).toBeNull();
  });

  test('or read, whatever is damaged, within the range of colours', () => {
    const whole = profile(parametric(4, 2.2, 1, 0, 0.5, 0.1, 0, 0), ADOBE_XYZ);
    const damaged = fc.tuple(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length));
    fc.assert(
      fc.property(damaged, ([at, value, length]) => {
        const icc = Buffer.from(whole.subarray(0, at % 2 ? length : whole.length));
        if (at < icc.length) icc[at] = value;
        const colours = coloursOf(icc);
        if (colours === null || colours === 'srgb') return;
        const data = Buffer.from(CUBE);
        convertColours(data, colours);
        expect(data).toHaveLength(CUBE.length);
      }),
    );
  });
});
