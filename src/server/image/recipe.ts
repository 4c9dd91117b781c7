import path from 'node:path';
import type { ResizeOptions, Sharp } from 'sharp';
import sharp from 'sharp';
import type { Colours } from './colours.ts';
import { convertColours } from './colours.ts';
import { RefusedPicture } from './inspect.ts';
import type { Pixels } from './pixels.ts';
import { fromPixels, release, shrink, toPixels } from './pixels.ts';
import type { ImageRecipe, WebpSize } from './task.ts';
import { encodeWebp } from './webp.ts';

const PAPER = '#ffffff';
/** Long screenshots and the like; WebP ends at 16,383 pixels, memory before that. */
const TALLEST = 8192;

interface Source {
  file: string;
  pixelLimit: number;
  /** As displayed. */
  width: number;
  height: number;
  /** null: libvips converts them, which takes ten times as long. */
  colours: Colours | null;
}

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
  const pixels = await decode(source, inside(smallest.width));
  await encodeWebp(pixels, smallest, folder);
  return { color: await averageColor(pixels) };
}

/**
 * Makes the master, which is kept in place of the upload, and the other variants, from one decoding.
 * @param isThrifty saves memory: the master is streamed, and the others are made of it
 */
export async function makeVariants(
  source: Source,
  folder: string,
  recipe: ImageRecipe,
  isThrifty: boolean,
): Promise<void> {
  const file = path.join(folder, recipe.master.name);
  const box = inside(widestOf(recipe));
  const sizes = recipe.webp.slice(1);
  const pixels = await makeMaster(source, folder, recipe, isThrifty);
  if (pixels && !isNarrowed(source, recipe)) {
    await makeSizes(await shrink(pixels, box), folder, recipe, sizes);
    return;
  }
  if (pixels) release(pixels);
  const again = isNarrowed(source, recipe) ? source : { ...source, file, colours: null };
  await makeSizes(await decode(again, box), folder, recipe, sizes);
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
  await writeMaster(fromPixels(pixels), folder, recipe);
  await makeSizes(await shrink(pixels, inside(widestOf(recipe))), folder, recipe, recipe.webp);
  return { width, height };
}

/** Makes the size that few people open. @param master of the photo */
export async function makeLargest(
  master: Source,
  folder: string,
  { largest }: ImageRecipe,
): Promise<void> {
  const pixels = await decode(master, inside(largest.width));
  await encodeWebp(pixels, largest, folder);
  release(pixels);
}

/** @returns its pixels, unless it was streamed */
async function makeMaster(
  source: Source,
  folder: string,
  recipe: ImageRecipe,
  isThrifty: boolean,
): Promise<Pixels | null> {
  const box = inside(recipe.master.edge, recipe.master.edge);
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

const widestOf = ({ webp }: ImageRecipe): number => Math.max(...webp.map(({ width }) => width));

/** Whether a picture is so tall that its master is narrower than its variants. */
function isNarrowed({ width, height }: Source, recipe: ImageRecipe): boolean {
  const masterWidth = Math.min(width, (width / height) * recipe.master.edge);
  return masterWidth < Math.min(width, widestOf(recipe));
}

async function makeSizes(
  largest: Pixels,
  folder: string,
  recipe: ImageRecipe,
  sizes: readonly WebpSize[],
): Promise<void> {
  let pixels = largest;
  for (const size of sizes.toReversed()) {
    pixels = await shrink(pixels, inside(size.width));
    await encodeWebp(pixels, size, folder);
    if (size.width !== recipe.fallback.width) continue;
    const { name, quality } = recipe.fallback;
    await fromPixels(pixels).jpeg({ quality, progressive: true }).toFile(path.join(folder, name));
  }
  release(pixels);
}

const inside = (width: number, height = TALLEST): ResizeOptions & { width: number } => ({
  width,
  height,
  fit: 'inside',
  withoutEnlargement: true,
});

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
