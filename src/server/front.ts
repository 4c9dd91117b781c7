import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_UPLOAD_BYTES } from '../features/photo/photo.ts';
import { servePhoto } from '../features/photo/photo.http.ts';
import { limitBody, maxBodyBytes } from './http/body-limit.ts';
import { turnAway } from './http/gate.ts';
import { sendHealth } from './http/health.ts';
import { sendPlain, sendRefusal } from './http/headers.ts';
import type { Runtime } from './runtime.ts';

const CLOSED_ROUTES = ['/_image', '/_server-islands'];

/**
 * What stands before Astro, in production and in development alike.
 * @returns true when the request has its answer.
 */
export async function answerInFront(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  rt: Runtime,
): Promise<boolean> {
  const turned = turnAway(req, path, rt.env);
  if (turned) {
    sendRefusal(res, path, turned.status, turned.msg, { ...turned.headers, Connection: 'close' });
    return true;
  }
  const tooLong = limitBody(req, maxBodyBytes(req, path, MAX_UPLOAD_BYTES), () =>
    sendRefusal(res, path, 413, '送られた内容が大きすぎます。写真は25MBまでです。', {
      Connection: 'close',
    }),
  );
  if (tooLong) return true;
  if (path === '/healthz') {
    await sendHealth(res, rt);
    return true;
  }
  if (CLOSED_ROUTES.some((route) => path === route || path.startsWith(`${route}/`))) {
    sendPlain(res, 404, '見つかりませんでした。');
    return true;
  }
  return servePhoto(req, res, path, rt);
}
