import type { ServerResponse } from 'node:http';
import { errorWords, audienceOf } from '#lib/error-words.ts';
import { wayFrom } from '#lib/way-back.ts';
import type { Turned } from './gate.ts';
import { PLAIN_PAGE_HEADERS, plainPage } from './plain-page.ts';
import { SafeResponse } from './safe-response.ts';

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

/** A page for browser navigation, JSON under /api/, otherwise plain text. */
export function sendRefusal(
  res: ServerResponse,
  path: string,
  status: number,
  msg: string,
  headers: Record<string, string> = {},
): void {
  if (!path.startsWith('/api/')) {
    if (status >= 400 && opensPage(res)) sendErrorPage(res, status, path, headers);
    else sendPlain(res, status, msg, headers);
    return;
  }
  if (res.headersSent) return void res.destroy();
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...headers,
  });
  res.end(JSON.stringify({ msg }));
}

export function sendTurned(
  res: ServerResponse,
  path: string,
  { status, msg, headers }: Turned,
): void {
  sendRefusal(res, path, status, msg, { ...headers, Connection: 'close' });
}

export const sendTooLong = (res: ServerResponse, path: string): void =>
  sendTurned(res, path, {
    status: 413,
    msg: '送られた内容が大きすぎます。写真は25MBまでです。',
  });

const opensPage = ({ req }: ServerResponse): boolean =>
  req.headers.accept?.includes('text/html') ?? false;

function sendErrorPage(
  res: ServerResponse,
  status: number,
  path: string,
  headers: Record<string, string>,
): void {
  if (res.headersSent) return void res.destroy();
  const id = res instanceof SafeResponse ? res.requestId : '';
  const audience = audienceOf(path);
  const isArchive = path.endsWith('.zip');
  const isAnswer = audience === 'family' && res.req.method === 'POST';
  const [, query] = (res.req.url ?? '').split('?', 2);
  res.writeHead(status, { ...PLAIN_PAGE_HEADERS, ...headers });
  const words = errorWords({ status, audience, isAnswer, isArchive, isUnmatched: true });
  res.end(plainPage(words, id, wayFrom(path, new URLSearchParams(query))));
}
