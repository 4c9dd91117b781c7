import type { IncomingMessage } from 'node:http';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import type { Drawn, Making, Render } from '#server/http/ready-pages.ts';
import { ReadyPages } from '#server/http/ready-pages.ts';
import type { Runtime } from '#server/runtime.ts';
import { readLetterPage } from './letter-page.ts';
import { fillShell } from './letter-shell.ts';
import { monthsIn } from './letter.ts';
import { openLink, readLetterTokens, readLinkKey, readLinkKeyBetween } from './link.ts';

const pages = new ReadyPages();

/** Most letters are opened once: gzip takes a third of brotli's time for 8 % more bytes. */
const CODINGS = ['gzip', 'br'] as const;
const QUALITY = 6;

/** What depends on the link alone. Pages that show the state of a form are drawn for each request. */
const KEPT =
  /^\/letters(?:\/(?<month>\d{6})(?<photo>\/photos\/[^/]+)?|\/years\/(?<range>\d{4}|all)(?:-\d+)?(?:\/print)?)?$/;

/**
 * A page of the letters, if this request's tokens are valid (performance.md#budgets). The key
 * contains everything the page depends on; triggers increment the content version with every
 * change. 見ました is a separate part of it, since otherwise each answer would discard all letters.
 * The page is drawn for path and tokens: whatever else a query holds reaches neither it nor its key.
 */
export async function readyLetter(
  { method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
  path: string,
  rt: Runtime,
): Promise<Making | null> {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const asked = path.startsWith('/letters') ? KEPT.exec(path)?.groups : undefined;
  if (!asked || rt.env.SITE_MODE === 'closed') return null;
  const tokens = readLetterTokens(new URLSearchParams(url.slice(path.length + 1)));
  if (!tokens) return null;
  const month = asked.month === undefined ? undefined : Number(asked.month);
  const link = await (asked.range === undefined
    ? readLinkKey(rt, tokens, month)
    : readLinkKeyBetween(rt, tokens, monthsIn(asked.range === 'all' ? null : Number(asked.range))));
  if (link === null) return null;
  const request = (): Request => {
    const address = new URL(paths.letters(tokens), rt.env.PUBLIC_URL);
    address.pathname = path;
    return new Request(address);
  };
  return {
    pages,
    key: `${path} ${link} ${civilDateOf(rt.clock.now())}`,
    request,
    ...(month !== undefined &&
      asked.photo === undefined && {
        draw: (render) => drawLetter(rt, tokens, month, (locals) => render(request(), locals)),
      }),
    route: '/letters (ready)',
    drawnRoute: '/letters (drawn)',
    policy,
    codings: CODINGS,
    quality: QUALITY,
  };
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
