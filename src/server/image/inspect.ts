import { open } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import sharp from 'sharp';
import { cameraDay } from '#lib/camera-day.ts';
import { KIND_BYTES, pictureKind } from '#lib/picture-kind.ts';
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
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(KIND_BYTES), 0, KIND_BYTES, 0);
    const kind = pictureKind(buffer.subarray(0, bytesRead));
    if (kind === 'jpeg' || kind === 'png') return kind;
    throw refuse(kind ?? 'type');
  } finally {
    await handle.close();
  }
}
