import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { ROOT } from '../root.ts';

const HASHED = '/_astro/';
const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3600;

export type Handler = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

/** The build's files, compressed at build time. Names under _astro carry a hash. */
export function staticFiles(): Handler {
  const folder = path.join(ROOT, 'dist/client');
  if (!existsSync(folder)) return (_req, _res, next) => next();
  const serve = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(res, file) {
      const hashed = file.startsWith(HASHED);
      res.setHeader(
        'Cache-Control',
        hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : `public, max-age=${HOUR_SECONDS}`,
      );
    },
  });
  return (req, res, next) => (isGone(folder, req) ? next() : serve(req, res, next));
}

/**
 * Where the program was built anew under a running server, the old page's scripts have gone; a
 * file that cannot be opened would end the process. It is not found, and the page loads again.
 */
function isGone(folder: string, req: IncomingMessage): boolean {
  const [name = ''] = (req.url ?? '').split('?', 1);
  return name.startsWith(HASHED) && !existsSync(path.join(folder, path.normalize(name)));
}
