import path from 'node:path';
import type { ResizeOptions, Sharp } from 'sharp';
import sharp from 'sharp';
import type { Colours } from './colours.ts';
import { convertColours } from './colours.ts';
import type { Size, VariantBounds } from '#lib/picture-size.ts';
import { LONGEST_VARIANT, masterSize, variantSize } from '#lib/picture-size.ts';
import { RefusedPicture } from './inspect.ts';
import type { Pixels } from './pixels.ts';
import { fromPixels, release, shrink, toPixels } from './pixels.ts';
import type { ImageRecipe, ImageTask, WebpSize } from './task.ts';
import { encodeWebp } from './webp.ts';

const PAPER = '#ffffff';

interface Source {
  file: string;
  pixelLimit: number;
  /** As displayed. */
  width: number;
  height: number;
  /** null: libvips converts them, which takes ten times as long. */
  colours: Colours | null;
}

type Saving = Pick<ImageTask, 'isThrifty' | 'isByEdge'>;

/** Upright, flattened on paper colour, without metadata (sharp drops it by default). */
function upright({ file, pixelLimit, colours }: Source): Sharp {
  return sharp(file, {
    limitInputPixels: pixelLimit,
    failOn: 'error',
    sequentialRead: true,
    ignoreIcc: colours !== null,
  })
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
  const pixels = await decode(source, boxOf(source, smallest));
  await encodeWebp(pixels, smallest, folder);
  return { color: await averageColor(pixels) };
}

/**
 * Makes the master, which is kept in place of the upload, and the other variants, from one decoding.
 * @param saving memory: thrifty, the master is streamed, and the others are made of it
 */
export async function makeVariants(
  source: Source,
  folder: string,
  recipe: ImageRecipe,
  saving: Saving,
): Promise<void> {
  const file = path.join(folder, recipe.master.name);
  const box = boxOf(source, widestOf(recipe));
  const sizes = recipe.webp.slice(1);
  const pixels = await makeMaster(source, folder, recipe, saving);
  const widest = pixels
    ? await shrink(pixels, box)
    : await decode({ ...source, file, colours: null }, box);
  await makeSizes(widest, source, folder, recipe, sizes);
}

/**
 * Makes all files of a photo that is turned clockwise.
 * @returns the size of its new master
 */
export async function makeTurned(
  master: Source,
  degrees: number,
  folder: string,
  recipe: ImageRecipe,
): Promise<{ width: number; height: number }> {
  const pixels = await toPixels(upright(master).rotate(degrees)).catch((error: unknown) => {
    throw new RefusedPicture('broken', error);
  });
  const { width, height } = pixels.raw;
  const size = { width, height };
  await writeMaster(fromPixels(pixels), folder, recipe);
  const widest = await shrink(pixels, boxOf(size, widestOf(recipe)));
  await makeSizes(widest, size, folder, recipe, recipe.webp);
  return size;
}

/** Makes the size that few people open. @param master of the photo */
export async function makeLargest(
  master: Source,
  folder: string,
  { largest }: ImageRecipe,
): Promise<void> {
  const pixels = await decode(master, boxOf(master, largest));
  await encodeWebp(pixels, largest, folder);
  release(pixels);
}

/** @returns its pixels, unless it was streamed */
async function makeMaster(
  source: Source,
  folder: string,
  recipe: ImageRecipe,
  { isThrifty, isByEdge = false }: Saving,
): Promise<Pixels | null> {
  const size = masterSize(source, recipe.master.edge);
  const longest = isByEdge ? recipe.master.edge : Math.max(size.width, size.height);
  const box = inside({ width: longest, height: longest });
  if (isThrifty) {
    await writeMaster(upright({ ...source, colours: null }).resize(box), folder, recipe);
    return null;
  }
  const pixels = await decode(source, box);
  await writeMaster(fromPixels(pixels), folder, recipe);
  return pixels;
}

const writeMaster = (image: Sharp, folder: string, { master: { name, quality } }: ImageRecipe) =>
  image.jpeg({ quality, optimiseCoding: false }).toFile(path.join(folder, name));

function widestOf({ webp }: ImageRecipe): WebpSize {
  const last = webp.at(-1);
  if (!last) throw new Error('a recipe needs a width');
  return last;
}

/** @param photo whose sizes they are @param largest of them, or as large */
async function makeSizes(
  largest: Pixels,
  photo: Size,
  folder: string,
  recipe: ImageRecipe,
  sizes: readonly WebpSize[],
): Promise<void> {
  let pixels = largest;
  for (const size of sizes.toReversed()) {
    pixels = await shrink(pixels, boxOf(photo, size));
    await encodeWebp(pixels, size, folder);
    if (size.width !== recipe.fallback.width) continue;
    const { name, quality } = recipe.fallback;
    await fromPixels(pixels).jpeg({ quality, progressive: true }).toFile(path.join(folder, name));
  }
  release(pixels);
}

type Box = ResizeOptions & Size;

const inside = ({ width, height }: Size): Box => ({
  width,
  height,
  fit: 'inside',
  withoutEnlargement: true,
});

/** The height follows from the width. */
const boxOf = (photo: Size, bounds: VariantBounds): Box =>
  inside({ width: variantSize(photo, bounds).width, height: LONGEST_VARIANT });

/** Errors here are the image's fault. @throws RefusedPicture */
async function decode(source: Source, box: ResizeOptions): Promise<Pixels> {
  const pixels = await toPixels(upright(source).resize(box)).catch((error: unknown) => {
    throw new RefusedPicture('broken', error);
  });
  if (source.colours && source.colours !== 'srgb') convertColours(pixels.data, source.colours);
  return pixels;
}

/** `#rrggbb`; greyscale images have one channel. */
async function averageColor(pixels: Pixels): Promise<string> {
  const mean = await fromPixels(pixels).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  const [first = 255, second = first, third = first] = mean;
  const channels = mean.length < 3 ? [first, first, first] : [first, second, third];
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
