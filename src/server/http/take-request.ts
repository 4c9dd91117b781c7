import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Env } from '#server/env.ts';
import { isReadByPage, maxFormBytes } from './body-limit.ts';
import { sendTooLong } from './headers.ts';
import { TooLongError, bodyOf, readBody } from './request-body.ts';

/**
 * The request as Astro takes it, with its whole body: Astro would not catch errors of one. It has
 * no abort signal: rendering continues when the client leaves.
 * @returns null if it is answered, or broken off
 */
export async function takeRequest(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  env: Env,
): Promise<Request | null> {
  const { method = 'GET', url = '/' } = req;
  const { protocol } = new URL(env.PUBLIC_URL);
  const target = `${protocol}//${req.headers.host}${url}`; // a host that the gate has let pass
  const headers = headersOf(req);
  if (method === 'GET' || method === 'HEAD') return new Request(target, { method, headers });
  if (isReadByPage(req, path))
    return new Request(target, { method, headers, ...arriving(req, res) });
  try {
    const body = await readBody(req, maxFormBytes(path));
    if (!body || res.destroyed) return null;
    return new Request(target, { method, headers, body: new Uint8Array(body) });
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    sendTooLong(res, path);
    return null;
  }
}

/** A body that its page reads; what is left after the answer is thrown away. */
function arriving(req: IncomingMessage, res: ServerResponse) {
  const body = bodyOf(req);
  res.once('finish', () => {
    req.unpipe(body);
    body.destroy();
    // Closing the connection would lose the answer.
    req.resume();
  });
  return { body: Readable.toWeb(body) as unknown as BodyInit, duplex: 'half' };
}

function headersOf(req: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}
