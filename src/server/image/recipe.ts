import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ResizeOptions, Sharp } from 'sharp';
import sharp from 'sharp';
import { RefusedPicture } from './inspect.ts';
import type { ImageRecipe } from './task.ts';

const PAPER = '#ffffff';
/** Long screenshots and the like; WebP ends at 16,383 pixels, memory before that. */
const TALLEST = 8192;
const COARSER = 0.62;

interface Pixels {
  data: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

interface Source {
  file: string;
  pixelLimit: number;
}

/** Upright, flattened on paper colour, in sRGB, without metadata (sharp drops it by default). */
function upright({ file, pixelLimit }: Source) {
  return sharp(file, { limitInputPixels: pixelLimit, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .flatten({ background: PAPER })
    .toColourspace('srgb');
}

/**
 * Makes the preview and finds the average colour. This decodes every byte, so it also verifies the
 * file.
 */
export async function makePreview(source: Source, folder: string, recipe: ImageRecipe) {
  const [smallest] = recipe.webp;
  if (!smallest) throw new Error('a recipe needs a width');
  const pixels = await decode(upright(source).resize(inside(smallest.width)));
  await encodeWebp(pixels, smallest, folder, recipe);
  return { color: await averageColor(pixels) };
}

/** Makes the other variants: decodes once to the largest width, then shrinks. */
export async function makeVariants(source: Source, folder: string, recipe: ImageRecipe) {
  const [, ...sizes] = recipe.webp;
  const widest = sizes.at(-1)?.width ?? recipe.fallback.width;
  let pixels = await decode(upright(source).resize(inside(widest)));
  for (const size of sizes.reverse()) {
    pixels = await shrink(pixels, size.width);
    await encodeWebp(pixels, size, folder, recipe);
    if (size.width === recipe.fallback.width) {
      const { name, quality } = recipe.fallback;
      await fromPixels(pixels).jpeg({ quality, progressive: true }).toFile(path.join(folder, name));
    }
  }
}

const inside = (width: number, height = TALLEST): ResizeOptions => ({
  width,
  height,
  fit: 'inside',
  withoutEnlargement: true,
});

/**
 * The copy kept in place of the upload.
 * @param isThrifty saves 70 MB; the file is 7 % larger
 */
export async function makeMaster(
  source: Source,
  folder: string,
  { master }: ImageRecipe,
  isThrifty: boolean,
) {
  const { edge, quality, name } = master;
  await upright(source)
    .resize(inside(edge, edge))
    .jpeg({ quality, optimiseCoding: !isThrifty })
    .toFile(path.join(folder, name));
}

/** Errors here are the image's fault. @throws RefusedPicture */
const decode = (image: Sharp): Promise<Pixels> =>
  toPixels(image).catch((error: unknown) => {
    throw new RefusedPicture('broken', error);
  });

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

const fromPixels = ({ data, raw }: Pixels) => sharp(data, { raw });

const shrink = async (pixels: Pixels, width: number): Promise<Pixels> =>
  pixels.raw.width <= width ? pixels : toPixels(fromPixels(pixels).resize({ width }));

async function encodeWebp(
  pixels: Pixels,
  { name, width, quality, effort }: ImageRecipe['webp'][number],
  folder: string,
  { light }: ImageRecipe,
): Promise<void> {
  const file = path.join(folder, name);
  const encode = (q: number) => fromPixels(pixels).webp({ quality: q, effort }).toFile(file);
  await encode(quality);
  if (width <= light.width && (await stat(file)).size > light.maxBytes) {
    await encode(Math.round(quality * COARSER));
  }
}

/** `#rrggbb`; greyscale images have one channel. */
async function averageColor(pixels: Pixels): Promise<string> {
  const mean = await fromPixels(pixels).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  const [first = 255, second = first, third = first] = mean;
  const channels = mean.length < 3 ? [first, first, first] : [first, second, third];
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
