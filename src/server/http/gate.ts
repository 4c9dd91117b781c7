import type { IncomingMessage } from 'node:http';
import type { Env } from '../env.ts';

/** Why a request is turned away before any page or endpoint sees it. */
export interface Turned {
  status: number;
  msg: string;
  headers?: Record<string, string>;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'];
/** Of pages, whose forms are posted. */
const PAGE_METHODS = ['GET', 'HEAD', 'POST'];
const SAFE = ['GET', 'HEAD'];
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const MAX_PATH = 4096;

/** Checks of every request (safety, "Facts that shape the server", P20, P22). */
export function turnAway(req: IncomingMessage, path: string, env: Env): Turned | null {
  const isApi = path.startsWith('/api/');
  const allowed = isApi ? METHODS : PAGE_METHODS;
  if (!allowed.includes(req.method ?? '')) {
    return { status: 405, msg: 'この操作はできません。', headers: { Allow: allowed.join(', ') } };
  }
  if ((req.url ?? '').length > MAX_PATH) return { status: 414, msg: 'アドレスが長すぎます。' };
  // A page's address that nobody can read is not found (spec 8, "Route validation failure").
  if (!isDecodable(path)) {
    return { status: isApi ? 400 : 404, msg: 'アドレスが正しくありません。' };
  }
  if (!isOurHost(req.headers.host, env)) {
    return { status: 421, msg: 'このアドレスではお使いいただけません。' };
  }
  if (!SAFE.includes(req.method ?? '') && !isSameOrigin(req)) {
    return { status: 403, msg: '別のサイトからの操作は受け付けられません。' };
  }
  return null;
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}

const publicHosts = new WeakMap<Env, string>();

/** Read once: it is asked for with every request. */
function publicHostOf(env: Env): string {
  const known = publicHosts.get(env) ?? new URL(env.PUBLIC_URL).host;
  publicHosts.set(env, known);
  return known;
}

/** The public name, or this machine itself (health checks, the demo). */
function isOurHost(host: string | undefined, env: Env): boolean {
  if (!host) return false;
  if (host === publicHostOf(env)) return true;
  return LOOPBACK.includes(host.replace(/:\d+$/, ''));
}

/**
 * A browser says where a write comes from; it must be us. Without a cookie there is nothing to
 * misuse, so other clients need no Origin.
 */
function isSameOrigin(req: IncomingMessage): boolean {
  const site = req.headers['sec-fetch-site'];
  const { origin, host } = req.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === host;
  return site === 'same-origin' || req.headers.cookie === undefined;
}
