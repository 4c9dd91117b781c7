import type { IncomingMessage } from 'node:http';
import { paths } from '#lib/paths.ts';
import type { Env } from '#server/env.ts';
import type { Making } from './ready-pages.ts';
import { ReadyPages } from './ready-pages.ts';

const OPEN_PAGES: readonly string[] = [
  ...[paths.home, paths.privacy, paths.terms, paths.company, paths.accessibility],
  paths.apiDocs,
];
const CLOSED_PAGES: readonly string[] = [paths.home];
/** Browsers revalidate after a minute, so a new version shows soon. */
const CACHE_CONTROL = 'public, max-age=60';

/** Keyed by settings, on which alone these pages depend. */
const kept = new WeakMap<Env, ReadyPages>();

/** A public page from the cache, or null for any other path. */
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
    codings: ['br', 'gzip'],
    quality: 9,
    cacheControl: CACHE_CONTROL,
  };
}

const policy = (styleHashes: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src ${["'self'", ...styleHashes].join(' ')}`,
    "img-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'", // what a browser's own tools fetch, such as robots.txt
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
