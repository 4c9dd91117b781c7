import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Sharp } from 'sharp';
import sharp from 'sharp';

/** The recipe until November 2026, to be measured beside the present one. */
const WEBP = [
  { width: 360, quality: 75, effort: 4 },
  { width: 720, quality: 73, effort: 4 },
  { width: 1080, quality: 64, effort: 4 },
  { width: 1920, quality: 72, effort: 2 },
];
const MAX_BYTES = 60 * 1024;
const COARSER = 0.62;

/** Three decodings, colours converted by libvips, and what is too large encoded twice. */
export async function makeFormerVariants(file: string, folder: string): Promise<void> {
  const [preview, ...sizes] = WEBP;
  if (preview) await encode(await pixelsOf(upright(file).resize(inside(360))), preview, folder);
  let pixels = await pixelsOf(upright(file).resize(inside(1920)));
  for (const size of sizes.reverse()) {
    pixels = await pixelsOf(pixels.resize(inside(size.width)));
    await encode(pixels, size, folder);
    if (size.width !== 720) continue;
    const jpeg = pixels.clone().jpeg({ quality: 72, progressive: true });
    await jpeg.toFile(path.join(folder, 'photo.jpg'));
  }
  const master = upright(file).resize(inside(4096, 4096)).jpeg({ quality: 88 });
  await master.toFile(path.join(folder, 'master.jpg'));
}

const upright = (file: string): Sharp =>
  sharp(file, { failOn: 'error', sequentialRead: true })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');

const inside = (width: number, height = 8192) =>
  ({ width, height, fit: 'inside', withoutEnlargement: true }) as const;

async function pixelsOf(image: Sharp): Promise<Sharp> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

async function encode(
  pixels: Sharp,
  { width, quality, effort }: (typeof WEBP)[number],
  folder: string,
): Promise<void> {
  const file = path.join(folder, `${width}.webp`);
  await pixels.clone().webp({ quality, effort }).toFile(file);
  if (width > 1080 || (await stat(file)).size <= MAX_BYTES) return;
  const again = pixels.clone().webp({ quality: Math.round(quality * COARSER), effort });
  await again.toFile(file);
}
