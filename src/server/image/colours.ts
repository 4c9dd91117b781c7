import { readColourProfile } from './colour-profile.ts';

/** What each value of red, green and blue adds to the linear red, green and blue of sRGB. */
interface ColourTables {
  /** By channel of the picture, then by channel of sRGB. */
  shares: [Share, Share, Share];
}

/** How a picture's colours become sRGB. */
export type Colours = ColourTables | 'srgb';

type Share = [Int32Array, Int32Array, Int32Array];

/** From the profile connection space (D50) to linear sRGB. */
const TO_SRGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;

/** Fixed point: fine enough for the darkest values, and no sum of three overflows. */
const ONE_BITS = 14;
const MORE_BITS = 12;
const ONE = 2 ** ONE_BITS;
const MAX_FACTOR = 7;

/** The values of sRGB by linear light. */
const ENCODED = Uint8Array.from({ length: ONE + 1 }, (_, n) => {
  const light = n / ONE;
  return Math.round(
    255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055),
  );
});

/**
 * Prepares the conversion to sRGB, which takes a tenth of the time of libvips's
 * (performance.md#pictures).
 * @returns null for a profile that is not of curves and a matrix; 'srgb' when there is nothing to do
 */
export function coloursOf(icc: Buffer): Colours | null {
  const profile = readColourProfile(icc);
  if (!profile) return null;
  const shares = profile.colorants.map(([x = 0, y = 0, z = 0], channel) =>
    TO_SRGB.map(([fromX, fromY, fromZ]) => {
      const factor = fromX * x + fromY * y + fromZ * z;
      const lightOf = profile.curves[channel] ?? Number.NaN;
      return shareOf(factor, lightOf as (value: number) => number);
    }),
  );
  if (shares.flat().includes(null)) return null;
  const tables = { shares } as ColourTables;
  if (!keepsWhite(tables)) return null;
  return isUnchanged(tables) ? 'srgb' : tables;
}

/** A profile that does not is damaged. */
function keepsWhite(tables: ColourTables): boolean {
  const ends = Buffer.from([0, 0, 0, 255, 255, 255]);
  convertColours(ends, tables);
  return ends.every((value, at) => (at < 3 ? value < 30 : value > 225));
}

/** Whether colours from all over the cube keep their values, but for rounding. */
function isUnchanged(tables: ColourTables): boolean {
  const steps = Array.from({ length: 18 }, (_, n) => 15 * n);
  const before = steps.flatMap((red) =>
    steps.flatMap((green) => steps.flatMap((blue) => [red, green, blue])),
  );
  const after = Buffer.from(before);
  convertColours(after, tables);
  return after.every((value, at) => Math.abs(value - (before[at] ?? 0)) <= 1);
}

function shareOf(factor: number, lightOf: (value: number) => number): Int32Array | null {
  const table = Array.from({ length: 256 }, (_, value) => factor * lightOf(value / 255));
  if (!table.every((light) => Math.abs(light) <= MAX_FACTOR)) return null;
  return Int32Array.from(table, (light) => Math.round(light * ONE * 2 ** MORE_BITS));
}

/** Turns pixels of three channels into sRGB, in place. */
export function convertColours(data: Buffer, { shares }: ColourTables): void {
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = shares;
  for (let at = 0; at + 2 < data.length; at += 3) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    data[at] = encoded((rr[red] ?? 0) + (gr[green] ?? 0) + (br[blue] ?? 0));
    data[at + 1] = encoded((rg[red] ?? 0) + (gg[green] ?? 0) + (bg[blue] ?? 0));
    data[at + 2] = encoded((rb[red] ?? 0) + (gb[green] ?? 0) + (bb[blue] ?? 0));
  }
}

function encoded(light: number): number {
  const rounded = light >> MORE_BITS;
  return ENCODED[rounded < 0 ? 0 : rounded > ONE ? ONE : rounded] ?? 255;
}
