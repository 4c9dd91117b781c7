import { open } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import sharp from 'sharp';
import { cameraDay } from '#lib/camera-day.ts';
import type { Colours } from './colours.ts';
import { coloursOf } from './colours.ts';
import type { ImageRecipe, Inspection, Refusal } from './task.ts';

/** An image we do not accept. */
export class RefusedPicture extends Error {
  readonly why: Refusal;
  constructor(why: Refusal, cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
}

const refuse = (why: Refusal): RefusedPicture => new RefusedPicture(why);

/** A PNG may need all of its pixels in memory. */
const MAX_RAW_BYTES = 260_000_000;

/** Checks a file's content, never its name. @throws RefusedPicture */
export async function inspect(
  file: string,
  limits: ImageRecipe['pixelLimits'],
): Promise<Inspection & { pixelLimit: number; colours: Colours | null }> {
  const pixelLimit = limits[await sniff(file)];
  // We check the limit ourselves, to tell a bomb from a broken file.
  const metadata = await sharp(file, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => {
      throw refuse('broken');
    });
  const pixels = metadata.width * metadata.height;
  if (pixels > pixelLimit || rawBytes(metadata, pixels) > MAX_RAW_BYTES) throw refuse('pixels');
  return {
    ...metadata.autoOrient,
    takenOn: cameraDay(metadata),
    pixelLimit,
    colours: ownColours(metadata),
  };
}

/** @returns null where libvips converts the colours */
function ownColours({ icc, space, channels, depth }: Metadata): Colours | null {
  const isPlain = space === 'srgb' && channels === 3 && depth === 'uchar';
  return icc && isPlain ? coloursOf(icc) : null;
}

/** Memory a PNG may need; JPEG is shrunk while decoding. */
function rawBytes(metadata: Metadata, pixels: number): number {
  if (metadata.format !== 'png') return 0;
  return pixels * metadata.channels * (metadata.depth === 'ushort' ? 2 : 1);
}

async function sniff(file: string): Promise<'jpeg' | 'png'> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(12);
    await handle.read(head, 0, 12, 0);
    if (head.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
    if (head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
    throw refuse(/^ftyp(hei|hev|mif|msf)/.test(head.toString('latin1', 4)) ? 'heic' : 'type');
  } finally {
    await handle.close();
  }
}
