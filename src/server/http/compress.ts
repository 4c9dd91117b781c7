import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

export type Coding = 'br' | 'gzip';

/** Present and without `q=0`. */
const ACCEPTED = {
  br: /\bbr\b(?!\s*;\s*q=0(?!\.\d*[1-9]))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?!\.\d*[1-9]))/,
};

/** The first of `codings` that the client takes, or null. */
export function acceptedCoding(
  { headers }: IncomingMessage,
  codings: readonly Coding[] = ['br', 'gzip'],
): Coding | null {
  const accepted = String(headers['accept-encoding']);
  return codings.find((coding) => ACCEPTED[coding].test(accepted)) ?? null;
}

/** A window no larger than the page: at 9, brotli's tables for a large one cost ten times as much. */
const WINDOW_BITS = { least: 16, most: 22 };
const windowFor = (bytes: number): number =>
  Math.min(WINDOW_BITS.most, Math.max(WINDOW_BITS.least, Math.ceil(Math.log2(bytes + 1))));

/** Up to here a pause of the event loop is shorter than what a thread would cost. */
const SYNC_BYTES = 128 * 1024;

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
