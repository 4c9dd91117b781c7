import type { IncomingMessage } from 'node:http';
import { paths } from '#lib/paths.ts';
import type { Env } from '#server/env.ts';
import type { Making } from './ready-pages.ts';
import { ReadyPages, styleHashes } from './ready-pages.ts';

const OPEN_PAGES: readonly string[] = [paths.home, paths.privacy, paths.terms, paths.company];
const CLOSED_PAGES: readonly string[] = [paths.home];
/** Browsers revalidate; a new version is everywhere within a minute. */
const CACHE_CONTROL = 'public, max-age=60';

/** These pages depend only on the settings. */
const kept = new WeakMap<Env, ReadyPages>();

/** The pages that are the same for everyone, or null; they are rendered as for a stranger. */
export function readyPublicPage(
  { method }: Pick<IncomingMessage, 'method'>,
  path: string,
  env: Env,
): Making | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  if (!(env.SITE_MODE === 'closed' ? CLOSED_PAGES : OPEN_PAGES).includes(path)) return null;
  const pages = kept.get(env) ?? new ReadyPages();
  kept.set(env, pages);
  return {
    pages,
    key: path,
    request: () => new Request(new URL(path, env.PUBLIC_URL)),
    route: `${path} (ready)`,
    policy,
    quality: 9,
    cacheControl: CACHE_CONTROL,
  };
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
