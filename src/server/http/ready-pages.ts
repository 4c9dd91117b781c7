import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Utf8 } from '#server/utf8.ts';
import { utf8Of } from '#server/utf8.ts';
import { inOwnMemory } from '#server/own-memory.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Coding, GzipHead } from './compress.ts';
import { acceptedCoding, acceptsGzip, compressUtf8, gzipAfter } from './compress.ts';
import type { Head, Headers } from './head.ts';
import { headOf } from './head.ts';
import { alwaysOf, sendWhole } from './safe-response.ts';
import { isAnswered, sendResponse } from './send-response.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const HEADER_BYTES = 2048;
/** A power of two. */
const REMEMBERED = 8192;

/** A page or file in one coding, with the policy that belongs to its bytes. */
export interface ReadyPage {
  etag: string;
  head: Head;
  body: Buffer;
  /** Of a 304. */
  unchanged: () => Head;
}

/** A bounded in-memory page cache; a key includes everything the page depends on. */
export class ReadyPages {
  readonly #pages = new LRUCache<string, ReadyPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => body.length + HEADER_BYTES,
  });

  /** Checksums of keys, each in its place: keys themselves would be 2 MB of old strings. */
  readonly #made = new Uint32Array(REMEMBERED);

  get = (key: string): ReadyPage | undefined => this.#pages.get(key);

  /** Whether a page was made lately, and remembers that it was. A mistake costs only time. */
  wasMade(key: string): boolean {
    const sum = crc32(key);
    const place = sum & (REMEMBERED - 1);
    const was = this.#made[place] === sum;
    this.#made[place] = sum;
    return was;
  }

  keep(key: string, page: ReadyPage): void {
    this.#pages.set(key, { ...page, body: inOwnMemory(page.body) });
  }
}

/** How a missing page is rendered for the cache. */
export interface Making {
  pages: ReadyPages;
  /** Without the coding: each is rendered and kept when a client first asks for it. */
  key: string;
  /** Built from the URL alone: no cookie or header of a visitor reaches a shared page. */
  request: () => Request;
  route: string;
  /** Of a page that `draw` made. */
  drawnRoute?: string;
  policy: (styleHashes: readonly string[]) => string;
  /** Of the compression: what is sent often may take longer. */
  quality: number;
  /** Overrides the page's own header. */
  cacheControl?: string;
  /** Makes the page with less than a whole rendering; null where that cannot be. */
  draw?: (render: Render) => Promise<Drawn | null>;
}

export type Render = (request: Request, locals?: Partial<App.Locals>) => Promise<Response>;

/** A page before it is compressed. */
export interface Drawn {
  html: Utf8;
  /** The same in two, where the first is that of other pages as well. */
  parts?: { head: GzipHead; rest: Utf8 };
  styleHashes: readonly string[];
  headers: Headers;
}

/** Serves a page from the cache; renders and stores it on a miss. */
export function serveReady(
  req: IncomingMessage,
  res: ServerResponse,
  making: Making,
  render: Render,
): Promise<void> | void {
  const coding = acceptedCoding(req);
  const kept = making.pages.get(keyOf(making, coding));
  if (!kept) return renderAndKeep(req, res, making, coding, render);
  const request = currentRequest();
  if (request) request.route = making.route;
  sendReady(req, res, kept);
}

const keyOf = ({ key }: Making, coding: Coding | null): string => `${coding ?? 'plain'} ${key}`;

async function renderAndKeep(
  req: IncomingMessage,
  res: ServerResponse,
  making: Making,
  coding: Coding | null,
  render: Render,
): Promise<void> {
  const key = keyOf(making, coding);
  let drawn = await making.draw?.(render);
  // Most letters are opened once, and keeping one costs a sixth of drawing it.
  const isKept = !drawn || making.pages.wasMade(key);
  if (!drawn) {
    const response = await render(making.request());
    if (response.status !== 200) {
      await sendResponse(req, res, response);
      return;
    }
    const html = utf8Of(await response.text());
    drawn = { html, styleHashes: styleHashes(html), headers: keptHeaders(response) };
  }
  const once = !isKept && acceptsGzip(req) ? drawn.parts : undefined;
  const context = currentRequest();
  if (making.draw && context && drawn.parts) context.route = making.drawnRoute ?? making.route;
  const page = once
    ? gzipOnce(res, drawn, making, once)
    : await makeReady(res, drawn, making, coding);
  if (isKept) making.pages.keep(key, page);
  if (!isAnswered(res)) sendReady(req, res, page);
}

const KEPT_HEADERS = ['Cache-Control', 'X-Robots-Tag'];

export const keptHeaders = ({ headers }: Response): Headers =>
  Object.fromEntries(
    KEPT_HEADERS.filter((name) => headers.has(name)).map((name) => [
      name,
      String(headers.get(name)),
    ]),
  );

const styleHashes = (html: Utf8): string[] =>
  [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, css = '']) => {
    const hash = createHash('sha256').update(css, 'latin1').digest('base64');
    return `'sha256-${hash}'`;
  });

/** Compresses a page once, as its first reader takes it. */
async function makeReady(
  res: ServerResponse,
  drawn: Drawn,
  making: Making,
  coding: Coding | null,
): Promise<ReadyPage> {
  const { html } = drawn;
  const body = coding
    ? await compressUtf8(html, coding, making.quality)
    : Buffer.from(html, 'latin1');
  return readyPage(alwaysOf(res), ownHeaders(drawn, making), body, coding);
}

/**
 * A page that is sent once. Compressing only what differs from other pages takes half the time of
 * Brotli, for as many bytes (performance.md#the-shell-of-a-letter).
 */
const gzipOnce = (
  res: ServerResponse,
  drawn: Drawn,
  making: Making,
  { head, rest }: NonNullable<Drawn['parts']>,
): ReadyPage => readyPage(alwaysOf(res), ownHeaders(drawn, making), gzipAfter(head, rest), 'gzip');

const ownHeaders = (
  { styleHashes, headers }: Drawn,
  { policy, cacheControl }: Making,
): Headers => ({
  ...headers,
  ...(cacheControl && { 'Cache-Control': cacheControl }),
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy(styleHashes),
  Vary: 'Accept-Encoding',
});

/** A response with all its headers, in every coding. @param always headers of every response */
export function readyPage(
  always: Headers,
  own: Headers,
  body: Buffer,
  coding: Coding | null,
): ReadyPage {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const unchanged = { ...own, ETag: etag };
  const whole = {
    ...unchanged,
    ...(coding && { 'Content-Encoding': coding }),
    'Content-Length': String(body.length),
  };
  return {
    etag,
    head: headOf(always, whole),
    body,
    unchanged: () => headOf(always, unchanged),
  };
}

/** Weak comparison, since proxies that recompress weaken the ETag; browsers may send several. */
const hasPage = (req: IncomingMessage, page: ReadyPage): boolean =>
  req.headers['if-none-match']?.includes(page.etag) ?? false;

export function sendReady(req: IncomingMessage, res: ServerResponse, page: ReadyPage): void {
  if (hasPage(req, page)) {
    sendWhole(res, 304, page.unchanged());
    return;
  }
  sendWhole(res, 200, page.head, req.method === 'HEAD' ? undefined : page.body);
}
