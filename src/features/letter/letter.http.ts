import type { IncomingMessage } from 'node:http';
import { civilDateOf } from '#lib/calendar.ts';
import type { Making } from '#server/http/ready-pages.ts';
import { ReadyPages, styleHashes } from '#server/http/ready-pages.ts';
import type { Runtime } from '#server/runtime.ts';
import { readLetterTokens, readLinkKey } from '#features/family-link/link.service.ts';

const pages = new ReadyPages();

/** 9 takes 15 times as long for 0.4 % fewer bytes. */
const QUALITY = 5;

const MONTH = /^\/letters\/(\d{6})(?:\/|$)/;

/**
 * A page of the letters, if this request's tokens are valid (performance.md#lessons). The key
 * contains everything the page depends on; triggers increment the content version with every
 * change. 見ました is a separate part of it, since otherwise each answer would discard all letters.
 */
export function readyLetter(
  { method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
  path: string,
  rt: Runtime,
): Making | null {
  if (!path.startsWith('/letters') || method !== 'GET') return null;
  const key = keyOf(url, path, rt);
  if (key === null) return null;
  const request = (): Request => new Request(new URL(url, rt.env.PUBLIC_URL));
  return { pages, key, request, route: '/letters (ready)', policy, quality: QUALITY };
}

/** Short, since letters have no scripts. */
const policy = (html: string): string =>
  [
    "default-src 'none'",
    `style-src ${styleHashes(html).join(' ')}`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

function keyOf(url: string, path: string, rt: Runtime): string | null {
  const tokens = readLetterTokens(new URLSearchParams(url.slice(path.length + 1)));
  const link = tokens && readLinkKey(rt, tokens, MONTH.exec(path)?.[1]);
  if (link === null || rt.env.SITE_MODE === 'closed') return null;
  return `${path} ${link} ${civilDateOf(rt.clock.now())}`;
}
