import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { rejectRequest } from './gate.ts';

const env = readEnv({ PUBLIC_URL: 'https://tayori.example.jp' });
const HOST = 'tayori.example.jp';

function statusOf(
  headers: Record<string, string>,
  { method = 'GET', url = '/' }: { method?: string; url?: string } = {},
): number | undefined {
  const req = { method, url, headers: { host: HOST, ...headers } } as unknown as IncomingMessage;
  return rejectRequest(req, url.split('?', 1)[0] ?? '/', env)?.status;
}

describe('methods and paths', () => {
  test.each(['GET', 'HEAD', 'POST'])('%s passes', (method) => {
    expect(statusOf({}, { method })).toBeUndefined();
  });
  test.each(['PATCH', 'PUT', 'DELETE'])('%s is for the API only', (method) => {
    expect(statusOf({}, { method })).toBe(405);
    expect(statusOf({}, { method, url: '/api/v1/actions/items' })).toBeUndefined();
  });
  test.each(['TRACE', 'OPTIONS', 'CONNECT', 'PROPFIND'])('%s: 405', (method) => {
    expect(statusOf({}, { method })).toBe(405);
  });
  test('too long: 414', () => {
    expect(statusOf({}, { url: `/${'a'.repeat(4096)}` })).toBe(414);
  });
});

describe('hosts', () => {
  test.each([HOST, '127.0.0.1:4321', 'localhost', 'localhost:80', '[::1]:4321'])(
    '%s is ours',
    (host) => expect(statusOf({ host })).toBeUndefined(),
  );
  test.each([
    ...['evil.example', `${HOST}.evil.example`, `${HOST}:8443`, '10.0.0.1', ''],
    // Astro takes an address that it cannot read for the home page's.
    ...['127.0.0.1:99999', 'localhost:65536', '127.0.0.1:', '127.0.0.1:1:1', 'localhost/'],
  ])('%j is not: 421', (host) => expect(statusOf({ host })).toBe(421));
});

describe('writes', () => {
  const write = (headers: Record<string, string>) => statusOf(headers, { method: 'POST' });
  const own = `https://${HOST}`;
  const cookie = { cookie: 'auth._token.local=x' };

  test('from our own pages pass', () => {
    expect(write({ ...cookie, origin: own, 'sec-fetch-site': 'same-origin' })).toBeUndefined();
    expect(write({ ...cookie, origin: own })).toBeUndefined();
    expect(write({ ...cookie, 'sec-fetch-site': 'same-origin' })).toBeUndefined();
  });
  test('from programs without a cookie pass', () => {
    expect(write({})).toBeUndefined();
    expect(write({ authorization: 'Bearer x' })).toBeUndefined();
  });
  test.each([
    { ...cookie },
    { ...cookie, origin: 'https://evil.example' },
    { ...cookie, origin: 'null' },
    { ...cookie, origin: own, 'sec-fetch-site': 'cross-site' },
    { ...cookie, origin: own, 'sec-fetch-site': 'same-site' },
    { ...cookie, 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: `${own}.evil.example` },
    { origin: '' },
    { ...cookie, origin: `http://${HOST}` },
    { ...cookie, origin: `${own}:8443` },
    { ...cookie, origin: `${own}/` },
    { ...cookie, origin: `https://user@${HOST}` },
    { ...cookie, origin: 'http://127.0.0.1:4321' },
  ])('from elsewhere, or of unknown origin with a cookie: 403 %o', (headers) => {
    expect(write(headers)).toBe(403);
  });
  test('on this machine come from the same port, without TLS', () => {
    const local = { ...cookie, host: 'localhost:4321' };
    expect(write({ ...local, origin: 'http://localhost:4321' })).toBeUndefined();
    expect(write({ ...local, origin: own })).toBeUndefined();
    for (const origin of ['https://localhost:4321', 'http://localhost', 'http://127.0.0.1:4321']) {
      expect(write({ ...local, origin }), origin).toBe(403);
    }
  });
  test('one press in a mail program comes from anywhere, and nothing else does', () => {
    const post = (url: string) =>
      statusOf({ ...cookie, origin: 'https://mail.example' }, { method: 'POST', url });
    expect(post('/letters/stop?token=x')).toBeUndefined();
    for (const url of ['/letters/stop/', '/letters/stopp', '/letters/receive', '/letters/202609']) {
      expect(post(url), url).toBe(403);
    }
  });
  test('reading needs no origin', () => {
    expect(statusOf({ ...cookie, origin: 'https://evil.example' })).toBeUndefined();
  });
});
