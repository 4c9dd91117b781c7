import type { ServerResponse } from 'node:http';
import type { Env } from '../env.ts';

/** What is not HTML may do nothing; pages bring their own policy (safety, "Settings"). */
const NO_PAGE_POLICY = "default-src 'none'; sandbox";

/** Headers of every answer, whoever makes it. */
export function setSecurityHeaders(res: ServerResponse, env: Env, requestId: string): void {
  res.setHeader('X-Request-Id', requestId);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('X-Frame-Options', 'DENY');
  res.setHeader('Referrer-Policy', 'same-origin');
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader(
    'Permissions-Policy',
    'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  );
  res.setHeader('Content-Security-Policy', NO_PAGE_POLICY);
  if (env.PUBLIC_URL.startsWith('https:')) {
    res.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  }
}

/** A short answer of our own, before or instead of a page. */
export function sendPlain(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  if (res.headersSent) return void res.destroy();
  res.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...headers,
  });
  res.end(`${text}\n`);
}

/** The same for paths under /api/, which always answer JSON. */
export function sendRefusal(
  res: ServerResponse,
  path: string,
  status: number,
  msg: string,
  headers: Record<string, string> = {},
): void {
  if (!path.startsWith('/api/')) return sendPlain(res, status, msg, headers);
  if (res.headersSent) return void res.destroy();
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...headers,
  });
  res.end(JSON.stringify({ msg }));
}
