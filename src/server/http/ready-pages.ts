import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { inOwnMemory } from '#server/own-memory.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Coding } from './compress.ts';
import { acceptedCoding, compress } from './compress.ts';
import type { Headers } from './safe-response.ts';
import { alwaysOf, headerList, sendWhole } from './safe-response.ts';
import { isAnswered, sendResponse } from './send-response.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const QUALITY = 9;
const HEADER_BYTES = 2048;

interface Wire {
  headers: readonly string[];
  body: Buffer;
}

export interface ReadyPage extends Record<Coding | 'plain', Wire> {
  etag: string;
  unchanged: readonly string[];
}

const wiresOf = ({ plain, br, gzip }: ReadyPage): Wire[] => [plain, br, gzip];

/** A bounded in-memory page cache. A key includes everything the page depends on. */
export class ReadyPages {
  readonly #pages = new LRUCache<string, ReadyPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: (page) =>
      wiresOf(page).reduce((sum, { body }) => sum + body.length + HEADER_BYTES, 0),
  });

  get = (key: string): ReadyPage | undefined => this.#pages.get(key);

  keep(key: string, page: ReadyPage): void {
    for (const wire of wiresOf(page)) wire.body = inOwnMemory(wire.body);
    this.#pages.set(key, page);
  }
}

/** How a missing page is rendered for the cache. */
export interface Making {
  pages: ReadyPages;
  key: string;
  /** Built from the URL alone: no cookie or header of a visitor reaches a shared page. */
  request: () => Request;
  route: string;
  policy: (html: string) => string;
  cacheControl?: string;
}

export type Render = (request: Request) => Promise<Response>;

/** Serves a page from the cache; renders and stores it on a miss. */
export function serveReady(
  req: IncomingMessage,
  res: ServerResponse,
  making: Making,
  render: Render,
): Promise<void> | void {
  const kept = making.pages.get(making.key);
  if (!kept) return renderAndKeep(req, res, making, render);
  const request = currentRequest();
  if (request) request.route = making.route;
  sendReady(req, res, kept);
}

async function renderAndKeep(
  req: IncomingMessage,
  res: ServerResponse,
  making: Making,
  render: Render,
): Promise<void> {
  const response = await render(making.request());
  if (response.status !== 200) {
    await sendResponse(req, res, response);
    return;
  }
  const page = await makeReady(res, response, making);
  making.pages.keep(making.key, page);
  if (!isAnswered(res)) sendReady(req, res, page);
}

const KEPT_HEADERS = ['Cache-Control', 'X-Robots-Tag'];

export const styleHashes = (html: string): string[] =>
  [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, css = '']) => {
    const hash = createHash('sha256').update(css).digest('base64');
    return `'sha256-${hash}'`;
  });

/** Compressed once, at a high level. */
async function makeReady(
  res: ServerResponse,
  response: Response,
  { policy, cacheControl }: Making,
): Promise<ReadyPage> {
  const plain = Buffer.from(await response.arrayBuffer());
  const { headers } = response;
  const kept = KEPT_HEADERS.filter((name) => headers.has(name));
  const own = {
    ...Object.fromEntries(kept.map((name) => [name, String(headers.get(name))])),
    ...(cacheControl && { 'Cache-Control': cacheControl }),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy(plain.toString()),
  };
  const br = await compress(plain, 'br', QUALITY);
  return readyPage(alwaysOf(res), own, plain, { br, gzip: await compress(plain, 'gzip', QUALITY) });
}

/** A response with all its headers, in every coding. @param always headers of every response */
export function readyPage(
  always: Headers,
  own: Headers,
  content: Buffer,
  compressed: Record<Coding, Buffer> | null,
): ReadyPage {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  const all = { ...own, ETag: etag, ...(compressed && { Vary: 'Accept-Encoding' }) };
  const wire = (body: Buffer, coding?: Coding): Wire => ({
    headers: headerList(always, {
      ...all,
      ...(coding && { 'Content-Encoding': coding }),
      'Content-Length': String(body.length),
    }),
    body,
  });
  const plain = wire(content);
  return {
    etag,
    unchanged: headerList(always, all),
    plain,
    br: compressed ? wire(compressed.br, 'br') : plain,
    gzip: compressed ? wire(compressed.gzip, 'gzip') : plain,
  };
}

/** Weak comparison, since proxies that recompress weaken the ETag; browsers may send several. */
const hasPage = (req: IncomingMessage, page: ReadyPage): boolean =>
  req.headers['if-none-match']?.includes(page.etag) ?? false;

export function sendReady(req: IncomingMessage, res: ServerResponse, page: ReadyPage): void {
  if (hasPage(req, page)) {
    sendWhole(res, 304, page.unchanged);
    return;
  }
  const { headers, body } = page[acceptedCoding(req) ?? 'plain'];
  sendWhole(res, 200, headers, req.method === 'HEAD' ? undefined : body);
}
