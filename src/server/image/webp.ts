import path from 'node:path';
import type { Pixels } from './pixels.ts';
import { fromPixels, sampleRows } from './pixels.ts';
import type { WebpSize } from './task.ts';

/** Rows of macroblocks are 16 high; a fifth of them tells the size of all within 10 %. */
const SAMPLE = { band: 16, every: 80, effort: 2 };
/** A sample is that much larger than its share, lacking what is above each band. */
const SAMPLE_EXCESS = 1.08;
/** An estimate this far above the limit is believed. */
const SURE = 1.1;
/** Bytes grow with quality plus this, from quality 10 to 75 (measured). */
const QUALITY_OFFSET = 21;
const LOWEST_QUALITY = 10;
/** Aims below the limit, since both the estimate and the curve are approximate. */
const AIM = 0.95;
/** Long screenshots may be larger in proportion. */
const TALLEST_ORDINARY = 2;

/**
 * Encodes one size, at lower quality where it would exceed its limit. The quality is estimated from
 * a sample, so that few pictures are encoded twice.
 */
export async function encodeWebp(pixels: Pixels, size: WebpSize, folder: string): Promise<void> {
  const { width, height } = pixels.raw;
  const limit = (size.maxBytes ?? Infinity) * Math.max(1, height / width / TALLEST_ORDINARY);
  const write = async (quality: number): Promise<number> => {
    const image = fromPixels(pixels).webp({ quality, effort: size.effort });
    return (await image.toFile(path.join(folder, size.name))).size;
  };
  const estimate = limit === Infinity ? 0 : await estimateBytes(pixels, size);
  let quality = size.quality;
  if (estimate > SURE * limit) quality = lowered(quality, estimate, limit);
  for (;;) {
    const bytes = await write(quality);
    if (bytes <= limit || quality <= LOWEST_QUALITY) return;
    quality = Math.min(quality - 1, lowered(quality, bytes, limit));
  }
}

async function estimateBytes(pixels: Pixels, { quality }: WebpSize): Promise<number> {
  const sample = sampleRows(pixels, SAMPLE.band, SAMPLE.every);
  if (sample.raw.height === 0) return 0;
  const { length } = await fromPixels(sample).webp({ quality, effort: SAMPLE.effort }).toBuffer();
  return (length * pixels.raw.height) / sample.raw.height / SAMPLE_EXCESS;
}

const lowered = (quality: number, bytes: number, limit: number): number =>
  Math.max(
    LOWEST_QUALITY,
    Math.floor(((quality + QUALITY_OFFSET) * limit * AIM) / bytes - QUALITY_OFFSET),
  );
