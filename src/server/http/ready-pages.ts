import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { inOwnMemory } from '#server/own-memory.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Coding } from './compress.ts';
import { acceptedCoding, compress } from './compress.ts';
import { digestOf, inlineTexts } from './page-policy.ts';
import type { Head, Headers } from './safe-response.ts';
import { alwaysOf, headOf, sendWhole } from './safe-response.ts';
import { isAnswered, sendResponse } from './send-response.ts';

const MAX_BYTES = 4 * 1024 * 1024;
const HEADER_BYTES = 2048;

/** A page or file in one coding, with the policy that belongs to its bytes. */
export interface ReadyPage {
  etag: string;
  head: Head;
  body: Buffer;
  /** Headers of a 304. */
  unchanged: () => Head;
}

/** A bounded in-memory page cache; a key includes everything the page depends on. */
export class ReadyPages {
  readonly #pages = new LRUCache<string, ReadyPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => body.length + HEADER_BYTES,
  });

  get = (key: string): ReadyPage | undefined => this.#pages.get(key);

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
  /** Makes the page with less than a whole rendering; null where that cannot be. */
  draw?: (render: Render) => Promise<Drawn | null>;
  /** As metrics name it, when it is kept and when it is drawn. */
  route: string;
  drawnRoute?: string;
  policy: (styleHashes: readonly string[]) => string;
  /** The first that the client takes. */
  codings: readonly Coding[];
  /** Quality of the compression: what is sent often may take longer. */
  quality: number;
  /** Overrides the page's own header. */
  cacheControl?: string;
}

/** A page before it is compressed. */
export interface Drawn {
  html: string;
  headers: globalThis.Headers;
}

export type Render = (request: Request, locals?: Partial<App.Locals>) => Promise<Response>;

/** Serves a page from the cache; renders and stores it on a miss. */
export function serveReady(
  req: IncomingMessage,
  res: ServerResponse,
  making: Making,
  render: Render,
): Promise<void> | void {
  const coding = acceptedCoding(req, making.codings);
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
  const request = currentRequest();
  let drawn = await making.draw?.(render);
  if (!drawn) {
    const response = await render(making.request());
    if (response.status !== 200) {
      await sendResponse(req, res, response);
      return;
    }
    drawn = { html: await response.text(), headers: response.headers };
  }
  if (request && making.drawnRoute !== undefined) request.route = making.drawnRoute;
  const plain = Buffer.from(drawn.html);
  const body = coding ? await compress(plain, coding, making.quality) : plain;
  const page = readyPage(alwaysOf(res), ownHeaders(drawn, making), body, coding);
  making.pages.keep(keyOf(making, coding), page);
  if (!isAnswered(res)) sendReady(req, res, page);
}

function ownHeaders({ html, headers }: Drawn, making: Making): Headers {
  const cacheControl = making.cacheControl ?? headers.get('Cache-Control');
  const robots = headers.get('X-Robots-Tag');
  return {
    ...(cacheControl !== null && { 'Cache-Control': cacheControl }),
    ...(robots !== null && { 'X-Robots-Tag': robots }),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': making.policy(styleHashes(html)),
    Vary: 'Accept-Encoding',
  };
}

const styleHashes = (html: string): string[] =>
  inlineTexts(html, 'style').map((css) => `'sha256-${digestOf(css)}'`);

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
