import type { IncomingMessage, ServerResponse } from 'node:http';
import { paths } from '#lib/paths.ts';

/**
 * The share sheet's photos go to a program on the phone, which keeps them. Where it is missing the
 * browser posts them here, without an origin: nothing is read, and the photo page says so.
 * @returns false for anything else
 */
export function serveShare(req: IncomingMessage, res: ServerResponse, path: string): boolean {
  if (!isShare(req, path)) return false;
  res.writeHead(303, {
    Location: `${paths.items}?shared=none`,
    'Cache-Control': 'no-store',
    'Content-Length': '0',
  });
  res.end();
  // Closing the connection would lose the answer.
  req.resume();
  return true;
}

const isShare = ({ method }: IncomingMessage, path: string): boolean =>
  method === 'POST' && path === paths.share;
