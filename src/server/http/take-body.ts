import type { IncomingMessage, ServerResponse } from 'node:http';
import { maxFormBytes } from './body-limit.ts';
import { sendTooLong } from './headers.ts';
import { TooLongError, readBody } from './request-body.ts';

/** Buffers the body: Astro's stream errors cannot be caught. @returns false if nothing is left */
export async function takeBody(
  req: IncomingMessage & { body?: Buffer },
  res: ServerResponse,
  path: string,
): Promise<boolean> {
  if (req.method === 'GET' || req.method === 'HEAD') return true;
  try {
    const body = await readBody(req, maxFormBytes(path));
    if (body) req.body = body;
    return body !== null && !res.destroyed;
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    sendTooLong(res, path);
    return false;
  }
}
