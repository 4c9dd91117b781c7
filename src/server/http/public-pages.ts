import type { IncomingMessage, ServerResponse } from 'node:http';
import { paths } from '../../lib/paths.ts';
import type { Env } from '../env.ts';
import { currentRequest } from '../request-context.ts';
import type { Runtime } from '../runtime.ts';
import type { Answered } from './answered.ts';
import { ReadyPages, renderAndKeep, sendReady, styleHashes } from './ready-pages.ts';

const OPEN_PAGES: readonly string[] = [paths.home, paths.privacy, paths.terms, paths.company];
const CLOSED_PAGES: readonly string[] = [paths.home];
/** Browsers revalidate; a new version is everywhere within a minute. */
const CACHE_CONTROL = 'public, max-age=60';
/** Headers that identify a visitor. */
const PERSONAL = ['cookie', 'authorization'];

/** These pages depend only on the settings. */
const kept = new WeakMap<Env, ReadyPages>();

/**
 * Serves pages that are the same for everyone from the cache.
 * @returns captured when Astro shall render the page anonymously
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
  // Changes must be visible during development.
  if (process.env['NODE_ENV'] === 'development') return false;
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  return (env.SITE_MODE === 'closed' ? CLOSED_PAGES : OPEN_PAGES).includes(path);
}

/** Removes cookies and query, so that nothing personal is cached; Node drops the body for HEAD. */
function forgetVisitor(req: IncomingMessage, path: string): void {
  for (const name of PERSONAL) Reflect.deleteProperty(req.headers, name);
  req.url = path;
  req.method = 'GET';
}

/** Allows only our own style sheet. */
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
