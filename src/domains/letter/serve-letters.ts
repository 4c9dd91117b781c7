import type { IncomingMessage } from 'node:http';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Drawn, Making, Render } from '#server/http/ready-pages.ts';
import { ReadyPages } from '#server/http/ready-pages.ts';
import type { Runtime } from '#server/runtime.ts';
import { readLetterPage } from './letter-page.ts';
import { fillShell } from './letter-shell.ts';
import { ALL_MONTHS, monthsOfYear } from './letter.ts';
import { openLink, readLetterTokens, readLinkKey, readLinkKeyBetween } from './link.ts';

const pages = new ReadyPages();

/** Most letters are opened once: gzip takes a third of brotli's time for 8 % more bytes. */
const CODINGS = ['gzip', 'br'] as const;
const QUALITY = 6;

const MONTH = /^\/letters\/(\d{6})(?:\/|$)/;
const LETTER = /^\/letters\/(\d{6})$/;
const OWN_FORMS = /^\/letters\/(?:line|consent)\/?$/;
const YEAR = /^\/letters\/years\/(\d{4}|all(?:-\d{4})?)(?:\/|$)/;

/**
 * A page of the letters, if this request's tokens are valid (performance.md#budgets). The key
 * contains everything the page depends on; triggers increment the content version with every
 * change. 見ました is a separate part of it, since otherwise each answer would discard all letters.
 */
export async function readyLetter(
  { method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
  path: string,
  rt: Runtime,
): Promise<Making | null> {
  if (!path.startsWith('/letters') || method !== 'GET' || rt.env.SITE_MODE === 'closed')
    return null;
  // What they show changes without the letters.
  if (OWN_FORMS.test(path)) return null;
  const tokens = readLetterTokens(new URLSearchParams(url.slice(path.length + 1)));
  if (!tokens) return null;
  const link = await keyOf(rt, tokens, path);
  if (link === null) return null;
  const request = (): Request => new Request(new URL(url, rt.env.PUBLIC_URL));
  const month = LETTER.exec(path)?.[1];
  return {
    pages,
    key: `${path} ${link} ${civilDateOf(rt.clock.now())}`,
    request,
    ...(month !== undefined && {
      draw: (render) =>
        drawLetter(rt, tokens, Number(month), (locals) => render(request(), locals)),
    }),
    route: '/letters (ready)',
    drawnRoute: '/letters (drawn)',
    policy,
    codings: CODINGS,
    quality: QUALITY,
  };
}

async function keyOf(rt: Runtime, tokens: LetterTokens, path: string): Promise<string | null> {
  const year = YEAR.exec(path)?.[1];
  if (year?.startsWith('all')) return readLinkKeyBetween(rt, tokens, ALL_MONTHS);
  if (year !== undefined) return readLinkKeyBetween(rt, tokens, monthsOfYear(Number(year)));
  const month = MONTH.exec(path)?.[1];
  return readLinkKey(rt, tokens, month === undefined ? undefined : Number(month));
}

/** From a shell. @returns null without a letter: Astro renders the page that says so */
async function drawLetter(
  rt: Runtime,
  tokens: LetterTokens,
  yearMonth: YearMonth,
  render: (locals: Partial<App.Locals>) => ReturnType<Render>,
): Promise<Drawn | null> {
  const link = await openLink(rt, tokens);
  const page = link && (await readLetterPage(rt, link, yearMonth));
  return page && fillShell(page, render);
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
