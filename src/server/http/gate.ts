import type { IncomingMessage } from 'node:http';
import { paths } from '#lib/paths.ts';
import type { Env } from '#server/env.ts';

export interface Turned {
  status: number;
  msg: string;
  headers?: Record<string, string>;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'];
const PAGE_METHODS = ['GET', 'HEAD', 'POST'];
const SAFE = ['GET', 'HEAD'];
/** Mail providers press it for their readers (RFC 8058): its token, not a cookie, says who may. */
const FROM_ANYWHERE = paths.letterStop;
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?$/;
const MAX_PORT = 65_535;
const MAX_PATH = 4096;

/**
 * A proxy could take another of two hosts, or another end of a body, than we do.
 * @returns null to pass
 */
export function refuseFraming({
  rawHeaders,
  headers,
  httpVersion,
}: IncomingMessage): Turned | null {
  const coding = headers['transfer-encoding'];
  const isChunked = coding?.toLowerCase() === 'chunked' && httpVersion === '1.1';
  return (coding === undefined || isChunked) && !hasTwoHosts(rawHeaders) ? null : UNREADABLE;
}

const UNREADABLE: Turned = {
  status: 400,
  msg: '送られた内容を読み取れませんでした。何も変わっていません。もう一度お試しください。',
};

/** Node shows the first of two. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/** Checks every request (P20, P22). */
export function rejectRequest(req: IncomingMessage, path: string, env: Env): Turned | null {
  const isApi = path.startsWith('/api/');
  const allowed = isApi ? METHODS : PAGE_METHODS;
  if (!allowed.includes(req.method ?? '')) {
    return { status: 405, msg: 'この操作はできません。', headers: { Allow: allowed.join(', ') } };
  }
  if ((req.url ?? '').length > MAX_PATH) return { status: 414, msg: 'アドレスが長すぎます。' };
  if (!isOurHost(req.headers.host, env)) {
    return { status: 421, msg: 'このアドレスではお使いいただけません。' };
  }
  if (!SAFE.includes(req.method ?? '') && path !== FROM_ANYWHERE && !isSameOrigin(req, env)) {
    return { status: 403, msg: '別のサイトからの操作は受け付けられません。' };
  }
  return null;
}

const publicUrls = new WeakMap<Env, URL>();

function publicUrlOf(env: Env): URL {
  const known = publicUrls.get(env);
  if (known) return known;
  const url = new URL(env.PUBLIC_URL);
  publicUrls.set(env, url);
  return url;
}

/** Nearly all requests name the same host. */
let latest: { env: Env; host: string } | undefined;

/** The public name, or localhost (health checks, the demo). */
function isOurHost(host: string | undefined, env: Env): boolean {
  if (!host) return false;
  if (latest?.host === host && latest.env === env) return true;
  const isOurs = host === publicUrlOf(env).host || isLoopback(host);
  if (isOurs) latest = { env, host };
  return isOurs;
}

/** With an invalid port, Astro would respond for a different path. */
function isLoopback(host: string): boolean {
  const match = LOOPBACK.exec(host);
  return match !== null && Number(match[1] ?? 0) <= MAX_PORT;
}

/** A cookie-bearing write must come from our pages; without a cookie there is nothing to abuse. */
function isSameOrigin({ headers }: IncomingMessage, env: Env): boolean {
  const site = headers['sec-fetch-site'];
  const { origin, host = '' } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== undefined) return isOurOrigin(origin, host, env);
  return site === 'same-origin' || headers.cookie === undefined;
}

function isOurOrigin(origin: string, host: string, env: Env): boolean {
  return origin === publicUrlOf(env).origin || (isLoopback(host) && origin === `http://${host}`);
}
