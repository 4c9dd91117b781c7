import type { IncomingMessage, ServerResponse } from 'node:http';
import { civilDateOf } from '../../lib/calendar.ts';
import type { Answered } from '../../server/http/answered.ts';
import {
  ReadyPages,
  renderAndKeep,
  sendReady,
  styleHashes,
} from '../../server/http/ready-pages.ts';
import { currentRequest } from '../../server/request-context.ts';
import type { Runtime } from '../../server/runtime.ts';
import { readLetterTokens, readLinkKey } from './link.service.ts';

const pages = new ReadyPages();

const MONTH = /^\/letters\/(\d{6})(?:\/|$)/;

/**
 * Sends a cached letter, after checking its tokens in this request (performance.md#lessons). The
 * key includes everything the page depends on; triggers raise the content version with every
 * change, in any process. A family's own answer is a separate part, or every answer would
 * invalidate all letters.
 * @returns captured when Astro shall render; the result is cached and sent
 */
export function serveReadyLetter(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  rt: Runtime,
): Answered {
  if (!path.startsWith('/letters') || req.method !== 'GET') return 'open';
  const key = keyOf(req, path, rt);
  if (key === null) return 'open';
  const page = pages.get(key);
  if (!page) return renderAndKeep(req, res, { pages, key, policy: policyOf, log: rt.log });
  const request = currentRequest();
  if (request) request.route = '/letters (ready)';
  sendReady(req, res, page);
  return 'answered';
}

/** A letter has no scripts: its policy allows its own styles and pictures. */
const policyOf = (html: string): string =>
  [
    "default-src 'none'",
    `style-src ${styleHashes(html).join(' ')}`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

function keyOf(req: IncomingMessage, path: string, rt: Runtime): string | null {
  const query = (req.url ?? '').slice(path.length + 1);
  const tokens = readLetterTokens(new URLSearchParams(query));
  const link = tokens && readLinkKey(rt, tokens, MONTH.exec(path)?.[1]);
  if (link === null || rt.env.SITE_MODE === 'closed') return null;
  return `${path} ${link} ${civilDateOf(rt.clock.now())}`;
}
