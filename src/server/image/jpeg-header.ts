import { isTurned } from './exif-turn.ts';
import type { FileWindow } from './file-window.ts';

/** What a JPEG header says, read without decoding. */
export interface JpegHeader {
  format: 'jpeg';
  width: number;
  height: number;
  components: Component[];
  isArithmetic: boolean;
  /** The decoder buffers all coefficients: progressive, or separate scans per component. */
  isBuffered: boolean;
  scans: number;
  /** Blocks processed by all scans together. */
  visits: number;
  /** Application segments, kept in memory during decoding. */
  extraBytes: number;
  isTurned: boolean;
}

interface Component {
  id: number;
  /** Blocks of 8 × 8. */
  blocks: number;
}

const EOI = 0xd9;
const SOS = 0xda;
const APP1 = 0xe1;
const PROGRESSIVE = [0xc2, 0xca];
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Markers without a payload, such as restart markers. */
const standsAlone = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
const isKept = (marker: number): boolean => marker >= 0xe0;

/**
 * Reads the frame and, for multi-scan images, counts the scans.
 * @returns null without frame and scan; the decoder will report the problem
 */
export async function readJpegHeader(file: FileWindow): Promise<JpegHeader | null> {
  let header: JpegHeader | null = null;
  const extra = { extraBytes: 0, isTurned: false };
  for (;;) {
    const marker = await nextMarker(file);
    if (marker === null || marker === EOI) break;
    if (standsAlone(marker)) continue;
    const head = await file.peek(2);
    const length = head.length < 2 ? 0 : head.readUInt16BE(0);
    if (length < 2) break;
    if (isFrame(marker)) header ??= readFrame(marker, await file.peek(length));
    if (marker === SOS && header) addScan(header, await file.peek(length));
    if (marker === APP1) extra.isTurned ||= isTurned(await file.peek(length));
    if (isKept(marker)) extra.extraBytes += length;
    if (marker === SOS && !header?.isBuffered) break;
    file.at += length;
  }
  return header && header.scans > 0 ? { ...header, ...extra } : null;
}

/** Skips to the position after the next marker, as the decoder does. */
async function nextMarker(file: FileWindow): Promise<number | null> {
  let isAfterFF = false;
  for (;;) {
    const bytes = await file.rest();
    if (bytes.length === 0) return null;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (isAfterFF && byte !== 0 && byte !== 0xff) {
        file.at += at + 1;
        return byte;
      }
      isAfterFF = byte === 0xff;
    }
    file.at += bytes.length;
  }
}

function readFrame(marker: number, segment: Buffer): JpegHeader | null {
  const count = segment[7] ?? 0;
  if (segment.length < 8 + 3 * count) return null;
  const height = segment.readUInt16BE(3);
  const width = segment.readUInt16BE(5);
  const raw = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0] = segment.subarray(8 + 3 * index);
    return { id, h: sampling >> 4 || 1, v: sampling & 15 || 1 };
  });
  const across = Math.ceil(width / (8 * Math.max(1, ...raw.map(({ h }) => h))));
  const down = Math.ceil(height / (8 * Math.max(1, ...raw.map(({ v }) => v))));
  return {
    format: 'jpeg',
    width,
    height,
    components: raw.map(({ id, h, v }) => ({ id, blocks: across * h * down * v })),
    isArithmetic: marker >= 0xc9,
    isBuffered: PROGRESSIVE.includes(marker),
    scans: 0,
    visits: 0,
    extraBytes: 0,
    isTurned: false,
  };
}

function addScan(header: JpegHeader, segment: Buffer): void {
  const ids = Array.from({ length: segment[2] ?? 0 }, (_, index) => segment[3 + 2 * index]);
  header.scans++;
  if (ids.length < header.components.length) header.isBuffered = true;
  for (const { id, blocks } of header.components) if (ids.includes(id)) header.visits += blocks;
}
