import type { IncomingMessage, ServerResponse } from 'node:http';
import { paths } from '../../lib/paths.ts';
import type { Env } from '../env.ts';
import { currentRequest } from '../request-context.ts';
import type { Runtime } from '../runtime.ts';
import type { Answered } from './answered.ts';
import { ReadyPages, renderAndKeep, sendReady, styleHashes } from './ready-pages.ts';

const OPEN_PAGES: readonly string[] = [paths.home, paths.privacy, paths.terms, paths.company];
const CLOSED_PAGES: readonly string[] = [paths.home];
/** Whoever comes again asks whether it changed; a new version is everywhere a minute later. */
const CACHE_CONTROL = 'public, max-age=60';
/** What would tell one visitor from another. */
const PERSONAL = ['cookie', 'authorization'];

/** These pages depend on nothing but the settings, which one process reads once. */
const kept = new WeakMap<Env, ReadyPages>();

/**
 * Answers the pages that are the same for everyone from ready-made bytes.
 * @returns held when Astro shall render the page, as for somebody nobody knows.
 */
export function servePublicPage(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  { env, log }: Pick<Runtime, 'env' | 'log'>,
): Answered {
  if (!isPublic(req, path, env)) return 'open';
  const pages = kept.get(env) ?? new ReadyPages();
  kept.set(env, pages);
  const page = pages.get(path);
  if (!page) {
    forgetVisitor(req, path);
    return renderAndKeep(req, res, { pages, key: path, policy, cacheControl: CACHE_CONTROL, log });
  }
  const request = currentRequest();
  if (request) request.route = `${path} (ready)`;
  sendReady(req, res, page);
  return 'answered';
}

function isPublic(req: IncomingMessage, path: string, env: Env): boolean {
  // Whoever works on a page wants to see it change.
  if (process.env['NODE_ENV'] === 'development') return false;
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  return (env.SITE_MODE === 'closed' ? CLOSED_PAGES : OPEN_PAGES).includes(path);
}

/** Neither cookies nor a query leave a trace in what everyone gets; to HEAD Node sends no body. */
function forgetVisitor(req: IncomingMessage, path: string): void {
  for (const name of PERSONAL) Reflect.deleteProperty(req.headers, name);
  req.url = path;
  req.method = 'GET';
}

/** No script, no picture and no style but our own. */
const policy = (html: string): string =>
  [
    "default-src 'none'",
    `style-src ${["'self'", ...styleHashes(html)].join(' ')}`,
    "img-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'", // what a browser's own tools fetch, such as robots.txt
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
