import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http';
import type { Env } from '#server/env.ts';
import { ServerResponse } from './node-http.ts';

/** For anything but pages, which set their own (safety.md#the-settings-behind-it). */
const NO_PAGE_POLICY = "default-src 'none'; sandbox";

export type Headers = Readonly<Record<string, string>>;

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

  /** @param headers from `wholeHeaders` */
  writeWhole(status: number, headers: readonly string[]): void {
    super.writeHead(status, [ID, this.requestId, ...headers]);
  }
}

/** The headers that every response has. */
export const alwaysOf = (res: ServerResponse): Headers =>
  res instanceof SafeResponse ? res.always : {};

/** All headers as a flat list, the response's own first. */
export const wholeHeaders = (res: ServerResponse, own: Headers): string[] =>
  headerList(alwaysOf(res), own);

export const headerList = (always: Headers, own: Headers): string[] =>
  Object.entries({ ...always, ...own }).flat();

/** Sends precomputed headers, at half the cost. @param headers from `wholeHeaders` */
export function sendWhole(
  res: ServerResponse,
  status: number,
  headers: readonly string[],
  body?: Buffer,
): void {
  if (res instanceof SafeResponse) res.writeWhole(status, headers);
  else res.writeHead(status, [...headers]);
  res.end(body);
}
