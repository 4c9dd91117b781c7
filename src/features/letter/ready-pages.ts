import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const MAX_BYTES = 16 * 1024 * 1024;
const BROTLI_QUALITY = 9;

/** A page as it goes out, with the policy that belongs to its bytes. */
interface ReadyPage {
  headers: OutgoingHttpHeaders;
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

const sizeOf = (page: ReadyPage): number =>
  page.plain.length + page.br.length + page.gzip.length + 1024;

/** Ready-made pages in memory, bounded; a key holds all that the page depends on. */
export class ReadyPages {
  #pages = new Map<string, ReadyPage>();
  #bytes = 0;

  get(key: string): ReadyPage | undefined {
    return this.#pages.get(key);
  }

  /** Drops the oldest pages when there are too many; what changed is never asked for again. */
  keep(key: string, page: ReadyPage): void {
    if (this.#pages.has(key)) return;
    this.#pages.set(key, page);
    this.#bytes += sizeOf(page);
    for (const [oldest, dropped] of this.#pages) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#pages.delete(oldest);
      this.#bytes -= sizeOf(dropped);
    }
  }
}

const KEPT_HEADERS = ['cache-control', 'x-robots-tag'];

/** A letter has no scripts, so its policy is short: its own styles, its own pictures. */
function policyOf(html: string): string {
  const styles = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, css = '']) => {
    const hash = createHash('sha256').update(css).digest('base64');
    return `'sha256-${hash}'`;
  });
  return [
    "default-src 'none'",
    `style-src ${styles.join(' ')}`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Compresses a rendered page once, as small as is worth it. */
export async function makeReady(headers: OutgoingHttpHeaders, plain: Buffer): Promise<ReadyPage> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return {
    headers: {
      ...Object.fromEntries(KEPT_HEADERS.map((name) => [name, headers[name]])),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(plain.toString()),
    },
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    br: await promisify(brotliCompress)(plain, { params }),
    gzip: await promisify(gzip)(plain, { level: 9 }),
  };
}

export function sendReady(req: IncomingMessage, res: ServerResponse, page: ReadyPage): void {
  const headers = { ...page.headers, ETag: page.etag, Vary: 'Accept-Encoding' };
  if (req.headers['if-none-match'] === page.etag) {
    res.writeHead(304, headers);
    res.end();
    return;
  }
  const accepted = req.headers['accept-encoding']?.toString() ?? '';
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined;
  const body = encoding ? page[encoding] : page.plain;
  res.writeHead(200, {
    ...headers,
    ...(encoding && { 'Content-Encoding': encoding }),
    'Content-Length': body.length,
  });
  res.end(req.method === 'HEAD' ? undefined : body);
}
