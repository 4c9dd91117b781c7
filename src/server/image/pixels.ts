import type { ResizeOptions, Sharp } from 'sharp';
import sharp from 'sharp';
import type { Size } from '#lib/picture-size.ts';

/** A decoded picture in memory. */
export interface Pixels {
  data: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

export async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

export const fromPixels = ({ data, raw }: Pixels): Sharp => sharp(data, { raw });

/** Frees the memory at once; the collector would let several pictures add up. */
export function release({ data }: Pixels): void {
  const { buffer } = data;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === data.length) buffer.transfer(0);
}

/** A band of rows out of every so many, from all over the picture. */
export function sampleRows({ data, raw }: Pixels, band: number, every: number): Pixels {
  const rowBytes = raw.width * raw.channels;
  const parts: Buffer[] = [];
  for (let row = Math.floor((every - band) / 2); row + band <= raw.height; row += every) {
    parts.push(data.subarray(row * rowBytes, (row + band) * rowBytes));
  }
  return { data: Buffer.concat(parts), raw: { ...raw, height: parts.length * band } };
}

/** @returns the same pixels if they fit; the larger ones are released otherwise */
export async function shrink(pixels: Pixels, box: ResizeOptions & Size) {
  if (pixels.raw.width <= box.width && pixels.raw.height <= box.height) return pixels;
  const smaller = await toPixels(fromPixels(pixels).resize(box));
  release(pixels);
  return smaller;
}
