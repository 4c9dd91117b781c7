import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Utf8 } from '#server/utf8.ts';

export type Coding = 'br' | 'gzip';

/** Present and without `q=0`. */
const BROTLI = /\bbr\b(?!\s*;\s*q=0(?!\.\d*[1-9]))/;
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?!\.\d*[1-9]))/;

export function acceptedCoding({ headers }: IncomingMessage): Coding | null {
  const accepted = String(headers['accept-encoding']);
  if (BROTLI.test(accepted)) return 'br';
  return GZIP.test(accepted) ? 'gzip' : null;
}

/** A window no larger than the page: at 9, brotli's tables for a large one cost ten times as much. */
const WINDOW_BITS = { least: 16, most: 22 };
const windowFor = (bytes: number): number =>
  Math.min(WINDOW_BITS.most, Math.max(WINDOW_BITS.least, Math.ceil(Math.log2(bytes + 1))));

/** Up to here a pause of the event loop is shorter than what a thread would cost. */
const SYNC_BYTES = 128 * 1024;

/** Reused: these bytes are needed only while they are compressed. */
const scratch = Buffer.allocUnsafeSlow(SYNC_BYTES);

/** @param quality as for `compress` */
export function compressUtf8(text: Utf8, coding: Coding, quality: number) {
  const isShort = text.length <= SYNC_BYTES;
  const bytes = isShort
    ? scratch.subarray(0, scratch.write(text, 'latin1'))
    : Buffer.from(text, 'latin1');
  return compress(bytes, coding, quality);
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
