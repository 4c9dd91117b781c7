import { walkFile } from './file-window.ts';
import type { JpegHeader } from './jpeg-header.ts';
import { readJpegHeader } from './jpeg-header.ts';
import type { PngHeader } from './png-header.ts';
import { readPngHeader } from './png-header.ts';
import type { ImageRecipe, Refusal } from './task.ts';

/** What decoding a picture takes at most, by what its header says (P25). */
export interface Cost {
  format: 'jpeg' | 'png' | null;
  pixels: number;
  /** Of a decoder at its highest, making the preview. */
  previewMb: number;
  /** The same, making all other variants. */
  variantsMb: number;
  /** CPU of one decoding, on a machine a third as fast as the one that was measured on. */
  decodeMs: number;
  /** Needs so much itself that the rest has to spare memory. */
  isThrifty: boolean;
  /** Takes far more than any picture of a phone. */
  isCostly: boolean;
}

/** What is refused before it is decoded. */
const COST_LIMITS = { mb: 300, decodeMs: 3500 };

/*
 * Measured with `npm run test:hostile -- picture-cost`: MB of a decoder with nothing to do, and
 * what comes on top while it makes the preview, and the variants with and without thrift.
 */
export const IDLE_MB = 90;
const PREVIEW_MB = 15;
const THRIFTY_MB = 55;
const LAVISH_MB = 155;
/** A picture that needs more than this itself leaves no room for anything lavish. */
const THRIFT_FROM_MB = 50;
const COSTLY_FROM = { mb: 110, decodeMs: 1600 };
const MB = 1_000_000;

const COEFFICIENT_BLOCK_BYTES = 128;
/** Copies that are made of texts, profiles and the like. */
const JPEG_COPIES = 4;
const PNG_COPIES = 6;
/** The master before it is turned, three bytes a pixel, at most 4096 × 4096. */
const turnedMb = (pixels: number): number => (Math.min(pixels, 4096 * 4096) * 3) / MB;
/** Lines of a PNG that shrinking keeps at hand. */
const PNG_LINES = 1000;
const PNG_MB = 25;
/** As wide as a JPEG may be; beyond it memory grows with the width alone. */
const PNG_WIDEST = 65_535;
const NS_PER_BLOCK = 100;
const NS_PER_PLAIN_BYTE = 40;
const NS_PER_SCANNED_BYTE = 100;
const NS_PER_PNG_BYTE = 10;

/**
 * Estimates a picture from its header. One that makes no sense costs nothing: it is not decoded.
 */
export const costOfFile = (file: string): Promise<Cost> =>
  walkFile(file, async (window, byteSize) => {
    const isPng = (await window.peek(1))[0] === 0x89;
    const header = isPng ? await readPngHeader(window) : await readJpegHeader(window);
    if (header === null) return costOf({ format: null, pixels: 0 }, NOTHING);
    return header.format === 'png' ? costOfPng(header) : costOfJpeg(header, byteSize);
  });

/** @returns why a picture costs too much; null when it may be decoded. */
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
    // Arithmetic coding puts any number of decisions into a byte, and no phone uses it.
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
    decodeMs: pixelsMb * NS_PER_PNG_BYTE,
  };
  return costOf({ format: 'png', pixels: width > PNG_WIDEST ? Infinity : width * height }, own);
}

const NOTHING = { heldMb: 0, turnedMb: 0, decodeMs: 0 };

function costOf(picture: Pick<Cost, 'format' | 'pixels'>, own: typeof NOTHING): Cost {
  const isThrifty = own.heldMb + own.turnedMb > THRIFT_FROM_MB;
  const makingMb = isThrifty ? THRIFTY_MB : LAVISH_MB;
  return {
    ...picture,
    previewMb: Math.round(IDLE_MB + PREVIEW_MB + own.heldMb),
    variantsMb: Math.round(IDLE_MB + makingMb + own.heldMb + own.turnedMb),
    decodeMs: Math.round(own.decodeMs),
    isThrifty,
    isCostly: own.heldMb > COSTLY_FROM.mb || own.decodeMs > COSTLY_FROM.decodeMs,
  };
}
