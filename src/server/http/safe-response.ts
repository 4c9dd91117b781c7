import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import type { Env } from '#server/env.ts';
import type { Head, Headers } from './head.ts';
import { dateField, headOf } from './head.ts';
import { ServerResponse } from './node-http.ts';

/** For anything but pages, which set their own (safety.md#the-settings-behind-it). */
const NO_PAGE_POLICY = "default-src 'none'; sandbox";

/** Headers of every response. */
export const securityHeaders = ({ PUBLIC_URL }: Env): Headers => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'Content-Security-Policy': NO_PAGE_POLICY,
  ...(PUBLIC_URL.startsWith('https:') && {
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  }),
});

const ID = 'X-Request-Id';

/**
 * For which an idle connection is kept. Longer than a proxy's: Caddy keeps them for 30 s by our
 * Caddyfile, for two minutes by default, and nginx and most others for one.
 */
export const KEEP_ALIVE_SECONDS = 150;
const KEEP_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n`;

/** Adds `always`, however the response is sent. */
export class SafeResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  requestId = '';
  always: Headers = {};

  override writeHead(
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    this.setHeader(ID, this.requestId);
    for (const [name, value] of Object.entries(this.always)) {
      if (!this.hasHeader(name)) this.setHeader(name, value);
    }
    return super.writeHead(status, reason as string, headers);
  }

  /** @param head from `headOf` */
  writeWhole(status: number, head: Head): void {
    if (status === 200 && this.#takesText()) this.#writeText(head);
    else super.writeHead(status, [ID, this.requestId, ...head.fields]);
  }

  /** An ordinary request on a connection that stays open, nothing set, in a Node that we know. */
  #takesText(): boolean {
    return (
      '_header' in this &&
      this.shouldKeepAlive &&
      this.req.headers.expect === undefined &&
      this.getHeaderNames().length === 0
    );
  }

  /**
   * Node checks and copies each field of each response, which took a fifth of a photo's CPU; these
   * are checked already. `safe-response.test.ts` compares the bytes with Node's.
   */
  #writeText({ text }: Head): void {
    this.statusCode = 200;
    const unsent = this as unknown as Unsent;
    unsent._header = `HTTP/1.1 200 OK\r\n${ID}: ${this.requestId}\r\n${text}${dateField()}${KEEP_ALIVE}\r\n`;
    unsent._headerSent = false;
  }
}

/** How Node keeps the head until the first bytes of the body. */
interface Unsent {
  _header: string;
  _headerSent: boolean;
}

/** The headers that every response has. */
export const alwaysOf = (res: ServerResponse): Headers =>
  res instanceof SafeResponse ? res.always : {};

/** All headers of a response. @param own win over those that every response has */
export const wholeHeaders = (res: ServerResponse, own: Headers): Head => headOf(alwaysOf(res), own);

/** Sends precomputed headers, at a quarter of the cost. @param head with a Content-Length for 200 */
export function sendWhole(res: ServerResponse, status: number, head: Head, body?: Buffer): void {
  if (res instanceof SafeResponse) res.writeWhole(status, head);
  else res.writeHead(status, [...head.fields]);
  res.end(body);
}
