import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Log } from '../log.ts';
import { inOwnMemory } from '../own-memory.ts';
import type { Answered } from './answered.ts';
import { holdBack } from './capture.ts';
import { sendWhole, wholeHeaders } from './safe-response.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const BROTLI_QUALITY = 9;

const ENCODINGS = ['br', 'gzip', 'plain'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** One encoding of a page, with the policy for its bytes. */
export interface Wire {
  headers: readonly string[];
  body: Buffer;
}

export interface ReadyPage extends Record<Encoding, Wire> {
  etag: string;
  /** Headers of a 304. */
  unchanged: readonly string[];
}

const HEADER_BYTES = 2048;
const sizeOf = (page: ReadyPage): number =>
  ENCODINGS.reduce((sum, encoding) => sum + page[encoding].body.length + HEADER_BYTES, 0);

/** A bounded in-memory page cache; a key includes everything the page depends on. */
export class ReadyPages {
  #pages = new Map<string, ReadyPage>();
  #bytes = 0;

  get(key: string): ReadyPage | undefined {
    return this.#pages.get(key);
  }

  /** Evicts the oldest pages; outdated keys are never asked for again. */
  keep(key: string, page: ReadyPage): void {
    if (this.#pages.has(key)) return;
    for (const encoding of ENCODINGS) page[encoding].body = inOwnMemory(page[encoding].body);
    this.#pages.set(key, page);
    this.#bytes += sizeOf(page);
    for (const [oldest, dropped] of this.#pages) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#pages.delete(oldest);
      this.#bytes -= sizeOf(dropped);
    }
  }
}

/** How pages of one kind are cached. */
export interface Making {
  pages: ReadyPages;
  key: string;
  /** The Content-Security-Policy for a page with this HTML. */
  policy: (html: string) => string;
  /** Overrides the page's own header. */
  cacheControl?: string;
  log: Log;
}

/** Lets Astro render the page, caches it and sends it. */
export function renderAndKeep(req: IncomingMessage, res: ServerResponse, making: Making): Answered {
  holdBack(res, (body) => {
    keepAndSend(req, res, making, body).catch((error: unknown) => {
      making.log.error({ err: error }, 'page not cached');
      res.end(body);
    });
  });
  return 'captured';
}

async function keepAndSend(
  req: IncomingMessage,
  res: ServerResponse,
  { pages, key, policy, cacheControl }: Making,
  body: Buffer,
): Promise<void> {
  // Rendering stops when the client leaves, so the page may be incomplete.
  if (res.statusCode !== 200 || res.destroyed) {
    res.end(body);
    return;
  }
  if (cacheControl) res.setHeader('Cache-Control', cacheControl);
  const page = await makeReady(res, body, policy);
  pages.keep(key, page);
  sendReady(req, res, page);
}

const KEPT_HEADERS = ['cache-control', 'x-robots-tag'];

/** Hashes of a page's inline style sheets, for the policy. */
export const styleHashes = (html: string): string[] =>
  [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, css = '']) => {
    const hash = createHash('sha256').update(css).digest('base64');
    return `'sha256-${hash}'`;
  });

/** Compresses a rendered page once, at a high level. */
async function makeReady(
  res: ServerResponse,
  plain: Buffer,
  policy: Making['policy'],
): Promise<ReadyPage> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const kept = KEPT_HEADERS.filter((name) => res.hasHeader(name));
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const own = {
    ...Object.fromEntries(kept.map((name) => [name, String(res.getHeader(name))])),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy(plain.toString()),
    ETag: etag,
    Vary: 'Accept-Encoding',
  };
  const wire = (body: Buffer, encoding?: Encoding): Wire => ({
    headers: wholeHeaders(res, {
      ...own,
      ...(encoding && { 'Content-Encoding': encoding }),
      'Content-Length': String(body.length),
    }),
    body,
  });
  return {
    etag,
    unchanged: wholeHeaders(res, own),
    plain: wire(plain),
    br: wire(await promisify(brotliCompress)(plain, { params }), 'br'),
    gzip: wire(await promisify(gzip)(plain, { level: 9 }), 'gzip'),
  };
}

/** A recompressing proxy weakens the ETag, and a browser may send several. */
const hasPage = (req: IncomingMessage, page: ReadyPage): boolean =>
  req.headers['if-none-match']?.includes(page.etag) ?? false;

export function sendReady(req: IncomingMessage, res: ServerResponse, page: ReadyPage): void {
  if (hasPage(req, page)) {
    sendWhole(res, 304, page.unchanged);
    return;
  }
  const accepted = String(req.headers['accept-encoding']);
  const { headers, body } =
    page[accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'plain'];
  sendWhole(res, 200, headers, req.method === 'HEAD' ? undefined : body);
}
