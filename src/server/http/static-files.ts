import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { ROOT } from '../root.ts';

const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3600;

export type Handler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

/** The build's files, compressed at build time. Names under _astro carry a hash. */
export function staticFiles(): Handler {
  const folder = path.join(ROOT, 'dist/client');
  if (!existsSync(folder)) return (_req, _res, next) => next();
  return sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(res, file) {
      const hashed = file.startsWith('/_astro/');
      res.setHeader(
        'Cache-Control',
        hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : `public, max-age=${HOUR_SECONDS}`,
      );
    },
  });
}
