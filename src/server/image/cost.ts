import { walkFile } from './file-window.ts';
import type { JpegHeader } from './jpeg-header.ts';
import { readJpegHeader } from './jpeg-header.ts';
import type { PngHeader } from './png-header.ts';
import { readPngHeader } from './png-header.ts';
import type { ImageRecipe, Refusal } from './task.ts';

/** Upper bounds for decoding an image, from its header (P25). */
export interface Cost {
  format: 'jpeg' | 'png' | null;
  pixels: number;
  /** Peak memory of a decoder making the preview. */
  previewMb: number;
  /** Peak memory of a decoder making the other variants. */
  variantsMb: number;
  /** Peak memory of a decoder making the largest size, of a master. */
  largestMb: number;
  /** CPU time of one decoding, on a machine a third as fast as the measured one. */
  decodeMs: number;
  /** Needs so much memory that other steps must save it. */
  isThrifty: boolean;
  /** There is no memory for a master larger than its edge, as a panorama's is. */
  isByEdge: boolean;
  /** Needs far more than any phone photo. */
  isCostly: boolean;
}

/** Above these an image is refused before decoding. */
const COST_LIMITS = { mb: 300, decodeMs: 3500 };

/*
 * Measured with `npm run test:hostile -- picture-cost`: MB of an idle decoder, and what the preview
 * and the variants, with and without saving memory, add.
 */
export const IDLE_MB = 90;
const PREVIEW_MB = 15;
const THRIFTY_MB = 55;
const LARGEST_MB = 75;
const LAVISH_MB = 120;
/** An image needing more than this switches to saving memory. */
const THRIFT_FROM_MB = 80;
const COSTLY_FROM = { mb: 110, decodeMs: 1600 };
const MB = 1_000_000;
/** A thousand lines of a panorama: its master is hardly smaller. */
const WIDE_JPEG = { from: 12_000, mb: 55 };

const COEFFICIENT_BLOCK_BYTES = 128;
/** Copies of text chunks, profiles and the like. */
const JPEG_COPIES = 4;
const PNG_COPIES = 6;
/** A picture before rotation, three bytes a pixel, at most as large as a master. */
export const turnedMb = (pixels: number): number => (Math.min(pixels, 4096 * 4096) * 3) / MB;
/** PNG lines buffered while shrinking. */
const PNG_LINES = 1000;
const PNG_MB = 25;
/** The maximum width of a JPEG; beyond it memory grows with the width. */
const PNG_WIDEST = 65_535;
const NS_PER_BLOCK = 100;
const NS_PER_PLAIN_BYTE = 40;
const NS_PER_SCANNED_BYTE = 100;
const NS_PER_PNG_BYTE = 10;

/** Estimates an image from its header. An invalid one costs nothing, since it is not decoded. */
export const costOfFile = (file: string): Promise<Cost> =>
  walkFile(file, async (window, byteSize) => {
    const isPng = (await window.peek(1))[0] === 0x89;
    const header = isPng ? await readPngHeader(window) : await readJpegHeader(window);
    if (header === null) return costOf({ format: null, pixels: 0 }, NOTHING);
    return header.format === 'png' ? costOfPng(header) : costOfJpeg(header, byteSize);
  });

/** @returns why an image costs too much; null if it may be decoded */
export function refusalOfCost(cost: Cost, pixelLimits: ImageRecipe['pixelLimits']): Refusal | null {
  if (cost.format && cost.pixels > pixelLimits[cost.format]) return 'pixels';
  const mb = Math.max(cost.previewMb, cost.variantsMb);
  return mb > COST_LIMITS.mb || cost.decodeMs > COST_LIMITS.decodeMs ? 'costly' : null;
}

function costOfJpeg(header: JpegHeader, byteSize: number): Cost {
  const { components, isBuffered, visits, width, height } = header;
  const blocks = components.reduce((sum, component) => sum + component.blocks, 0);
  const held = isBuffered ? (blocks * COEFFICIENT_BLOCK_BYTES) / MB : 0;
  const nsPerByte = isBuffered ? NS_PER_SCANNED_BYTE : NS_PER_PLAIN_BYTE;
  const own = {
    heldMb: held + (header.extraBytes * JPEG_COPIES) / MB,
    turnedMb: header.isTurned ? turnedMb(width * height) : 0,
    wideMb: width > WIDE_JPEG.from ? WIDE_JPEG.mb : 0,
    // Arithmetic coding packs any number of decisions into a byte, and no phone uses it.
    decodeMs: header.isArithmetic ? Infinity : (visits * NS_PER_BLOCK + byteSize * nsPerByte) / MB,
  };
  return costOf({ format: 'jpeg', pixels: width * height }, own);
}

function costOfPng(header: PngHeader): Cost {
  const { width, height, pixelBytes, isInterlaced, extraBytes } = header;
  const lines = isInterlaced ? height * 1.1 : Math.min(height, PNG_LINES);
  const pixelsMb = (width * height * pixelBytes) / MB;
  const linesMb = (width * lines * pixelBytes) / MB;
  const own = {
    heldMb: Math.min(PNG_MB, 4 * pixelsMb) + linesMb + (extraBytes * PNG_COPIES) / MB,
    turnedMb: header.isTurned ? turnedMb(width * height) : 0,
    wideMb: 0, // among its lines
    decodeMs: pixelsMb * NS_PER_PNG_BYTE,
  };
  return costOf({ format: 'png', pixels: width > PNG_WIDEST ? Infinity : width * height }, own);
}

const NOTHING = { heldMb: 0, turnedMb: 0, wideMb: 0, decodeMs: 0 };

function costOf(picture: Pick<Cost, 'format' | 'pixels'>, own: typeof NOTHING): Cost {
  const isThrifty = own.heldMb + own.turnedMb > THRIFT_FROM_MB;
  const makingMb = IDLE_MB + (isThrifty ? THRIFTY_MB : LAVISH_MB) + own.heldMb;
  const isByEdge = own.wideMb > own.turnedMb && makingMb + own.wideMb > COST_LIMITS.mb;
  return {
    ...picture,
    previewMb: Math.round(IDLE_MB + PREVIEW_MB + Math.max(own.heldMb, own.wideMb)),
    variantsMb: Math.round(makingMb + Math.max(own.turnedMb, isByEdge ? 0 : own.wideMb)),
    largestMb: Math.round(IDLE_MB + LARGEST_MB + own.heldMb),
    decodeMs: Math.round(own.decodeMs),
    isThrifty,
    isByEdge,
    isCostly: own.heldMb > COSTLY_FROM.mb || own.decodeMs > COSTLY_FROM.decodeMs,
  };
}
