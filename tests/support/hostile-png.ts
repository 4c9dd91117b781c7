import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** With length and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

export interface PngShape {
  width: number;
  height: number;
  depth: 1 | 8 | 16;
  /** 0 grey, 2 RGB, 3 palette, 6 RGBA */
  colour: 0 | 2 | 3 | 6;
  isInterlaced: boolean;
}

const CHANNELS = { 0: 1, 2: 3, 3: 1, 6: 4 };
/** Offsets and steps of the seven interlacing passes. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function rawBytes({ width, height, depth, colour, isInterlaced }: PngShape): number {
  const line = (pixels: number) => 1 + Math.ceil((pixels * CHANNELS[colour] * depth) / 8);
  if (!isInterlaced) return height * line(width);
  return PASSES.reduce((sum, [x, y, dx, dy]) => {
    const across = Math.ceil((width - x) / dx);
    const down = Math.ceil((height - y) / dy);
    return across > 0 && down > 0 ? sum + down * line(across) : sum;
  }, 0);
}

const BLOCK = 1 << 20;

/** As `deflateSync` of that many zeros, hundreds of megabytes of which take it seconds. */
function deflatedZeros(length: number): Buffer {
  // A deflated block refers to nothing before it, so it may be repeated.
  const block = deflateRawSync(Buffer.alloc(BLOCK), { finishFlush: constants.Z_SYNC_FLUSH });
  const last = deflateRawSync(Buffer.alloc(length % BLOCK));
  const adler32 = Buffer.alloc(4);
  adler32.writeUInt16BE(length % 65_521);
  adler32.writeUInt16BE(1, 2);
  const blocks = Array<Buffer>(Math.floor(length / BLOCK)).fill(block);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, last, adler32]);
}

/** In one colour: a small file, however large the picture. */
export function flatPng(shape: PngShape, extra: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(shape.width);
  head.writeUInt32BE(shape.height, 4);
  head.set([shape.depth, shape.colour, 0, 0, shape.isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    ...extra,
    ...(shape.colour === 3 ? [pngChunk('PLTE', Buffer.alloc(768, 77))] : []),
    pngChunk('IDAT', deflatedZeros(rawBytes(shape))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Texts of 8 MB each in a few KB. */
export function manyTexts(count: number): Buffer {
  const packed = deflateSync(Buffer.alloc(7_900_000, 65), { level: 9 });
  const text = pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packed]));
  const shape: PngShape = { width: 64, height: 64, depth: 8, colour: 2, isInterlaced: false };
  return flatPng(shape, Array<Buffer>(count).fill(text));
}
