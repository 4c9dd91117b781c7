import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import type { Env } from '#server/env.ts';
import { ServerResponse } from './node-http.ts';

/** For anything but pages, which set their own (safety.md#the-settings-behind-it). */
const NO_PAGE_POLICY = "default-src 'none'; sandbox";

export type Headers = Readonly<Record<string, string>>;

/** Names and values in turn, as Node takes them with the least work. */
export type Head = readonly string[];

/** @param own win over `always` */
export const headOf = (always: Headers, own: Headers): Head =>
  Object.entries({ ...always, ...own }).flat();

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

  /** @param head from `headOf`, with all that every response has */
  writeWhole(status: number, head: Head): void {
    super.writeHead(status, [ID, this.requestId, ...head]);
  }
}

/** The headers that every response has. */
export const alwaysOf = (res: ServerResponse): Headers =>
  res instanceof SafeResponse ? res.always : {};

/** Sends headers that were put together before. @param head with a Content-Length for 200 */
export function sendWhole(res: ServerResponse, status: number, head: Head, body?: Buffer): void {
  if (res instanceof SafeResponse) res.writeWhole(status, head);
  else res.writeHead(status, [...head]);
  res.end(body);
}
