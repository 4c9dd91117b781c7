import type { IncomingMessage, ServerResponse } from 'node:http';
import { maxFormBytes } from './body-limit.ts';
import { sendTooLong } from './headers.ts';
import { TooLongError, readBody } from './request-body.ts';

/**
 * Buffers the body for Astro, whose stream errors cannot be caught when a client leaves in the
 * middle.
 * @returns false if there is nothing for Astro to answer
 */
export async function takeBody(
  req: IncomingMessage & { body?: Buffer },
  res: ServerResponse,
  path: string,
): Promise<boolean> {
  if (req.method === 'GET' || req.method === 'HEAD') return true;
  try {
    const body = await readBody(req, maxFormBytes(path));
    if (body) req.body = body;
    return body !== null;
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    sendTooLong(res, path);
    return false;
  }
}
