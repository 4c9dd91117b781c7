import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  crc32,
  deflateRawSync,
  gzip,
  gzipSync,
} from 'node:zlib';
import type { Utf8 } from '#server/utf8.ts';
import type { Deflate } from './deflater.ts';
import { makeDeflater } from './deflater.ts';

export type Coding = 'br' | 'gzip';

/** Present and without `q=0`. */
const BROTLI = /\bbr\b(?!\s*;\s*q=0(?!\.\d*[1-9]))/;
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?!\.\d*[1-9]))/;

export function acceptedCoding(req: IncomingMessage): Coding | null {
  if (BROTLI.test(String(req.headers['accept-encoding']))) return 'br';
  return acceptsGzip(req) ? 'gzip' : null;
}

export const acceptsGzip = ({ headers }: IncomingMessage): boolean =>
  GZIP.test(String(headers['accept-encoding']));

/** A window no larger than the page: at 9, brotli's tables for a large one cost ten times as much. */
const WINDOW_BITS = { least: 16, most: 22 };
const windowFor = (bytes: number): number =>
  Math.min(WINDOW_BITS.most, Math.max(WINDOW_BITS.least, Math.ceil(Math.log2(bytes + 1))));

/** Up to here a pause of the event loop is shorter than what a thread would cost. */
const SYNC_BYTES = 128 * 1024;

/** Reused: these bytes are needed only while they are compressed. */
const scratch = Buffer.allocUnsafeSlow(SYNC_BYTES);

/** Valid until the next call. */
const bytesOf = (text: Utf8): Buffer =>
  text.length <= SYNC_BYTES
    ? scratch.subarray(0, scratch.write(text, 'latin1'))
    : Buffer.from(text, 'latin1');

/** @param quality as for `compress` */
export const compressUtf8 = (text: Utf8, coding: Coding, quality: number) =>
  compress(bytesOf(text), coding, quality);

/** What many pages begin with, compressed once. */
export interface GzipHead {
  bytes: Buffer;
  deflated: Buffer;
  crc: number;
  /** What follows it. */
  deflate: Deflate;
}

/** 6 would take twice as long for 260 bytes less. */
const AFTER = { level: 3, memLevel: 8 };

export function gzipHead(text: Utf8): GzipHead {
  const bytes = Buffer.from(text, 'latin1');
  const options = { level: 9, finishFlush: constants.Z_SYNC_FLUSH };
  const deflate = makeDeflater({ ...AFTER, dictionary: bytes });
  return { bytes, deflated: deflateRawSync(bytes, options), crc: crc32(bytes), deflate };
}

/** Deflate, no name, no time (RFC 1952). */
const GZIP_START = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** A whole gzip file of which only the rest has to be compressed; it may refer to the head. */
export function gzipAfter(head: GzipHead, rest: Utf8): Buffer {
  const bytes = bytesOf(rest);
  const end = Buffer.allocUnsafe(8);
  end.writeUInt32LE(crc32(bytes, head.crc));
  end.writeUInt32LE((head.bytes.length + bytes.length) >>> 0, 4);
  return Buffer.concat([GZIP_START, head.deflated, head.deflate(bytes), end]);
}

/** @param quality of brotli, 0 to 11, and of gzip, 0 to 9 */
export function compress(body: Buffer, coding: Coding, quality: number): Promise<Buffer> | Buffer {
  const isShort = body.length <= SYNC_BYTES;
  if (coding === 'gzip') {
    const options = { level: quality };
    return isShort ? gzipSync(body, options) : promisify(gzip)(body, options);
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(body.length),
  };
  return isShort
    ? brotliCompressSync(body, { params })
    : promisify(brotliCompress)(body, { params });
}
