import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedCoding, compress } from './compress.ts';
import { narrowPolicy } from './page-policy.ts';

const COMPRESSIBLE = /^text\/|json|svg/;
const LEAST_BYTES = 1024;
const QUALITY = 5;
const POLICY = 'Content-Security-Policy';

/** Compresses where worthwhile. @throws errors of the body, before any of it is sent */
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
  const policy = response.headers.get(POLICY);
  if (policy) res.setHeader(POLICY, narrowPolicy(policy, plain.toString()));
  if (isText) {
    res.appendHeader('Vary', 'Accept-Encoding');
    // Of the uncompressed page; not always set by Astro, yet some responses must look alike.
    res.removeHeader('Content-Length');
  }
  if (coding) res.setHeader('Content-Encoding', coding);
  res.end(body);
}

/** Answered already, or the client has left. */
export const isAnswered = (res: ServerResponse): boolean => res.headersSent || res.destroyed;
