import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedCoding, compress } from './compress.ts';

const COMPRESSIBLE = /^text\/|json|svg/;
const LEAST_BYTES = 1024;
const QUALITY = 5;

/**
 * Sends what Astro answered, compressed where that is worth it.
 * @throws whatever its body fails with, before any of it has left: no half page says 200.
 */
export async function sendResponse(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
): Promise<void> {
  const plain = Buffer.from(await response.arrayBuffer());
  const isText = COMPRESSIBLE.test(response.headers.get('Content-Type') ?? '');
  const isWorthIt = isText && plain.length >= LEAST_BYTES && req.method !== 'HEAD';
  const coding = isWorthIt ? acceptedCoding(req) : null;
  const body = coding ? await compress(plain, coding, QUALITY) : plain;
  if (isAnswered(res)) return;
  res.statusCode = response.status;
  res.setHeaders(response.headers);
  if (isText) {
    res.appendHeader('Vary', 'Accept-Encoding');
    // It is Astro's, of the plain page, and varies with the moment where two answers must be alike.
    res.removeHeader('Content-Length');
  }
  if (coding) res.setHeader('Content-Encoding', coding);
  res.end(body);
}

/** Its reader left, or it was given up, while it was being made. */
export const isAnswered = (res: ServerResponse): boolean => res.headersSent || res.destroyed;
