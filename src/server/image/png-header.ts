import type { FileWindow } from './file-window.ts';

/** What a PNG header says, read without decoding. */
export interface PngHeader {
  format: 'png';
  width: number;
  height: number;
  /** Bytes per decoded pixel. */
  pixelBytes: number;
  isInterlaced: boolean;
  /** Size of inflated text chunks and profiles. */
  extraBytes: number;
  /** Its EXIF may ask for rotation. */
  isTurned: boolean;
}

const SIGNATURE_BYTES = 8;
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };
/** The maximum deflate ratio, and the library's limit for one inflated chunk. */
const MOST_UNPACKED = 1032;
const CHUNK_LIMIT = 8_000_000;
/** A keyword of at most 79 bytes, its terminator and the flag. */
const KEYWORD = 81;

/**
 * Walks all chunks, since texts may follow the pixels.
 * @returns null unless it starts like a PNG; the decoder will report the problem
 */
export async function readPngHeader(file: FileWindow): Promise<PngHeader | null> {
  const first = await file.peek(33);
  if (first.length < 33 || first.toString('latin1', 12, 16) !== 'IHDR') return null;
  const [depth = 0, colour = 0, , , interlace = 0] = first.subarray(24);
  const size = { width: first.readUInt32BE(16), height: first.readUInt32BE(20) };
  let channels = CHANNELS[colour] ?? 4;
  let extraBytes = 0;
  let isTurned = false;
  for (file.at = SIGNATURE_BYTES; ;) {
    const head = await file.peek(8);
    if (head.length < 8) break;
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    // One transparent colour makes a channel.
    if (type === 'tRNS') channels = colour === 0 ? 2 : 4;
    if (type === 'eXIf') isTurned = true;
    extraBytes += await unpackedBytes(file, type, length);
    file.at += length + 12;
  }
  return {
    format: 'png',
    ...size,
    pixelBytes: channels * (depth > 8 ? 2 : 1),
    isInterlaced: interlace !== 0,
    extraBytes,
    isTurned,
  };
}

async function unpackedBytes(file: FileWindow, type: string, length: number): Promise<number> {
  const packed = Math.min(CHUNK_LIMIT, length * MOST_UNPACKED);
  if (type === 'tEXt' || type === 'eXIf') return length;
  if (type === 'zTXt' || type === 'iCCP') return packed;
  if (type !== 'iTXt') return 0;
  const text = (await file.peek(8 + KEYWORD)).subarray(8);
  return text[text.indexOf(0) + 1] === 0 ? length : packed;
}
