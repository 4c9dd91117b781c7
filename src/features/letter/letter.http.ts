import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { civilDateOf } from '#lib/calendar.ts';
import type { Later } from '#lib/later.ts';
import { after } from '#lib/later.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Headers } from '#server/http/head.ts';
import type { Drawn, Making, Render } from '#server/http/ready-pages.ts';
import { ReadyPages, keptHeaders } from '#server/http/ready-pages.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  openLink,
  readLetterTokens,
  readLinkKey,
  readLinkKeyBetween,
} from '#features/family-link/link.service.ts';
import { readLetterPage } from './letter-page.server.ts';
import { LetterShell, shellKey, withMarks } from './letter-shell.server.ts';
import { monthsOfYear } from './year.ts';

const pages = new ReadyPages();

/** Of letters that are kept, and of the shelf. */
const QUALITY = 5;

const MONTH = /^\/letters\/(\d{6})(?:\/|$)/;
const LETTER = /^\/letters\/(\d{6})$/;
const YEAR = /^\/letters\/years\/(\d{4})(?:\/|$)/;

/** Of a month nearly all letters have one of a few; each takes some 30 KB. */
const shells = new LRUCache<string, { shell: LetterShell; headers: Headers }>({ max: 100 });

/**
 * A page of the letters, if this request's tokens are valid (performance.md#lessons). The key
 * contains everything the page depends on; triggers increment the content version with every
 * change. 見ました is a separate part of it, since otherwise each answer would discard all letters.
 */
export function readyLetter(
  { method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
  path: string,
  rt: Runtime,
): Later<Making | null> {
  if (!path.startsWith('/letters') || method !== 'GET' || rt.env.SITE_MODE === 'closed')
    return null;
  const tokens = readLetterTokens(new URLSearchParams(url.slice(path.length + 1)));
  if (!tokens) return null;
  return after(keyOf(rt, tokens, path), (link) =>
    link === null ? null : makingOf(rt, tokens, link, path, url),
  );
}

function makingOf(
  rt: Runtime,
  tokens: LetterTokens,
  link: string,
  path: string,
  url: string,
): Making {
  const key = `${path} ${link} ${civilDateOf(rt.clock.now())}`;
  const request = (): Request => new Request(new URL(url, rt.env.PUBLIC_URL));
  const month = LETTER.exec(path)?.[1];
  const draw = (render: Render): Promise<Drawn | null> =>
    drawLetter(rt, tokens, Number(month), (locals) => render(request(), locals));
  const routes = { route: '/letters (ready)', drawnRoute: '/letters (drawn)' };
  return { pages, key, request, ...routes, policy, quality: QUALITY, ...(month && { draw }) };
}

function keyOf(rt: Runtime, tokens: LetterTokens, path: string): Later<string | null> {
  const year = YEAR.exec(path)?.[1];
  return year === undefined
    ? readLinkKey(rt, tokens, MONTH.exec(path)?.[1])
    : readLinkKeyBetween(rt, tokens, monthsOfYear(Number(year)));
}

/** Renders only what no earlier letter had in common with it. @returns null if there is none */
async function drawLetter(
  rt: Runtime,
  tokens: LetterTokens,
  yearMonth: number,
  render: (locals: Partial<App.Locals>) => Promise<Response>,
): Promise<Drawn | null> {
  const page = await rt.readConnection.atOnce(() =>
    after(openLink(rt, tokens), (link) => link && readLetterPage(rt, link, yearMonth)),
  );
  if (!page) return null;
  const key = shellKey(page);
  let known = shells.get(key);
  if (!known) {
    const response = await render({ letterPage: withMarks(page) });
    if (response.status !== 200) return null;
    known = { shell: new LetterShell(await response.text()), headers: keptHeaders(response) };
    shells.set(key, known);
  }
  const { html, parts, styleHash } = known.shell.fill(page);
  return { html, parts, styleHashes: [styleHash], headers: known.headers };
}

/** Short, since letters have no scripts. */
const policy = (styleHashes: readonly string[]): string =>
  [
    "default-src 'none'",
    `style-src ${styleHashes.join(' ')}`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
