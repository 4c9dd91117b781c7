import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { walkFile } from './file-window.ts';
import { RefusedPicture } from './inspect.ts';
import { readJpegHeader } from './jpeg-header.ts';

/** A file that another server says it made. */
export interface MadePicture {
  width: number;
  height: number;
  /** No metadata, no profile, nothing behind its end. */
  isBare: boolean;
}

/** The widest WebP we make, as tall as the format allows. */
const MOST_WEBP_PIXELS = 1920 * 16_383;
/** Of the segments that an encoder writes about itself (JFIF, Adobe). */
const MOST_OWN_BYTES = 40;
const WEBP_LOADER = { operation: ['VipsForeignLoadWebpFile'] };

/**
 * Decodes every byte of a picture, whose name says its format. Uploads are never WebP, so its
 * decoder is open for this alone.
 * @throws RefusedPicture
 */
export async function checkMade(file: string, jpegPixels: number): Promise<MadePicture> {
  const isBare = await isBareFile(file);
  if (!isWebp(file)) return { isBare, ...(await decode(file, jpegPixels)) };
  sharp.unblock(WEBP_LOADER);
  try {
    return { isBare, ...(await decode(file, MOST_WEBP_PIXELS)) };
  } finally {
    sharp.block(WEBP_LOADER);
  }
}

const isWebp = (file: string): boolean => file.endsWith('.webp');

async function isBareFile(file: string): Promise<boolean> {
  const { head, end, byteSize } = await endsOf(file);
  const isJpeg = head.readUIntBE(0, 3) === 0xffd8ff;
  const container = head.toString('latin1', 0, 4) + head.toString('latin1', 8, 12);
  if (isWebp(file) ? container !== 'RIFFWEBP' : !isJpeg) throw new RefusedPicture('type');
  if (isJpeg) {
    const header = await walkFile(file, readJpegHeader);
    return header !== null && header.extraBytes <= MOST_OWN_BYTES && end.readUInt16BE() === 0xffd9;
  }
  // One chunk, of the picture alone: others are for metadata and animations.
  const chunk = head.readUInt32LE(16);
  const isAlone = ['VP8 ', 'VP8L'].includes(head.toString('latin1', 12, 16));
  return isAlone && 20 + chunk + (chunk % 2) === byteSize && head.readUInt32LE(4) + 8 === byteSize;
}

async function endsOf(file: string) {
  const handle = await open(file);
  try {
    const { size: byteSize } = await handle.stat();
    const [head, end] = [Buffer.alloc(20), Buffer.alloc(2)];
    await handle.read(head, 0, head.length, 0);
    await handle.read(end, 0, end.length, Math.max(0, byteSize - end.length));
    return { head, end, byteSize };
  } finally {
    await handle.close();
  }
}

/** A small result is enough to read every byte. */
async function decode(file: string, mostPixels: number) {
  // What our encoder made gives no warning.
  const source = { failOn: 'warning', sequentialRead: true } as const;
  const broken = (error: unknown): never => {
    throw new RefusedPicture('broken', error);
  };
  const picture = await sharp(file, { ...source, limitInputPixels: false })
    .metadata()
    .catch(broken);
  const { width, height } = picture;
  if (width * height > mostPixels) throw new RefusedPicture('pixels');
  await sharp(file, { ...source, limitInputPixels: mostPixels })
    .resize({ width: 16, height: 16, fit: 'inside' })
    .raw()
    .toBuffer()
    .catch(broken);
  return { width, height };
}
