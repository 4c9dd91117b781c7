import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Coding = 'br' | 'gzip';

/** Present and without `q=0`. */
const BROTLI = /\bbr\b(?!\s*;\s*q=0(?!\.\d*[1-9]))/;
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?!\.\d*[1-9]))/;

export function acceptedCoding({ headers }: IncomingMessage): Coding | null {
  const accepted = String(headers['accept-encoding']);
  if (BROTLI.test(accepted)) return 'br';
  return GZIP.test(accepted) ? 'gzip' : null;
}

export function compress(body: Buffer, coding: Coding, quality: number): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(body, { level: quality });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return promisify(brotliCompress)(body, { params });
}
