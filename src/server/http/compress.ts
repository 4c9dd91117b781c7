import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Coding = 'br' | 'gzip';

/** Unless a client says that it takes none of it. */
const BROTLI = /\bbr\b(?!\s*;\s*q=0(?!\.\d*[1-9]))/;
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?!\.\d*[1-9]))/;

/** The smallest coding that the client takes. */
export function acceptedCoding({ headers }: IncomingMessage): Coding | null {
  const accepted = String(headers['accept-encoding']);
  if (BROTLI.test(accepted)) return 'br';
  return GZIP.test(accepted) ? 'gzip' : null;
}

/** @param quality of brotli, 0 to 11, and of gzip, 0 to 9 */
export function compress(body: Buffer, coding: Coding, quality: number): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(body, { level: quality });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return promisify(brotliCompress)(body, { params });
}
