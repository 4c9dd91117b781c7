import type { IncomingMessage, ServerResponse } from 'node:http';
import { civilDateOf } from '../../lib/calendar.ts';
import type { Answered } from '../../server/http/answered.ts';
import { holdBack } from '../../server/http/capture.ts';
import { currentRequest } from '../../server/request-context.ts';
import type { Runtime } from '../../server/runtime.ts';
import { readLetterTokens, readLinkKey } from './link.service.ts';
import { ReadyPages, makeReady, sendReady } from './ready-pages.ts';

const pages = new ReadyPages();

/**
 * Answers a letter from ready-made bytes, once its tokens were checked in this very request
 * (speed, "Letter page"). The key holds everything the page depends on; triggers raise the
 * content version with every change, in whatever process it happens.
 * @returns held when Astro shall render; the result is then kept and sent.
 */
export async function serveReadyLetter(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  rt: Runtime,
): Promise<Answered> {
  if (!path.startsWith('/letters') || req.method !== 'GET') return 'open';
  const key = await keyOf(req, path, rt);
  if (key === null) return 'open';
  const page = pages.get(key);
  if (page) {
    const request = currentRequest();
    if (request) request.route = '/letters (ready)';
    sendReady(req, res, page);
    return 'answered';
  }
  holdBack(res, (body) => {
    keepAndSend(req, res, key, body).catch((error: unknown) => {
      rt.log.error({ err: error }, 'page not kept');
      res.end(body);
    });
  });
  return 'held';
}

async function keepAndSend(
  req: IncomingMessage,
  res: ServerResponse,
  key: string,
  body: Buffer,
): Promise<void> {
  // A reader who went away stopped the rendering: what there is may not be all of it.
  if (res.statusCode !== 200 || res.destroyed) {
    res.end(body);
    return;
  }
  const page = await makeReady(res.getHeaders(), body);
  pages.keep(key, page);
  sendReady(req, res, page);
}

async function keyOf(req: IncomingMessage, path: string, rt: Runtime): Promise<string | null> {
  const query = (req.url ?? '').slice(path.length + 1);
  const tokens = readLetterTokens(new URLSearchParams(query));
  const link = tokens && (await readLinkKey(rt, tokens));
  if (link === null || rt.env.SITE_MODE === 'closed') return null;
  return `${path} ${link} ${civilDateOf(rt.clock.now())}`;
}
