import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { readEnv } from '../env.ts';
import { turnAway } from './gate.ts';

const env = readEnv({ PUBLIC_URL: 'https://tayori.example.jp' });
const HOST = 'tayori.example.jp';

function statusOf(
  headers: Record<string, string>,
  { method = 'GET', url = '/' }: { method?: string; url?: string } = {},
): number | undefined {
  const req = { method, url, headers: { host: HOST, ...headers } } as unknown as IncomingMessage;
  return turnAway(req, url.split('?', 1)[0] ?? '/', env)?.status;
}

describe('methods and paths', () => {
  test.each(['GET', 'HEAD', 'POST'])('%s passes', (method) => {
    expect(statusOf({}, { method })).toBeUndefined();
  });
  test.each(['PATCH', 'PUT', 'DELETE'])('%s is for the API alone', (method) => {
    expect(statusOf({}, { method })).toBe(405);
    expect(statusOf({}, { method, url: '/api/v1/actions/items' })).toBeUndefined();
  });
  test.each(['TRACE', 'OPTIONS', 'CONNECT', 'PROPFIND'])('%s: 405', (method) => {
    expect(statusOf({}, { method })).toBe(405);
  });
  test('paths that cannot be read: 404, of the API 400; too long: 414', () => {
    expect(statusOf({}, { url: '/%E0%A4%A' })).toBe(404);
    expect(statusOf({}, { url: '/%00' })).toBe(404);
    expect(statusOf({}, { url: '/api/%00' })).toBe(400);
    expect(statusOf({}, { url: `/${'a'.repeat(4096)}` })).toBe(414);
    expect(statusOf({}, { url: '/letters?q=%E0%A4%A' })).toBeUndefined();
  });
});

describe('hosts', () => {
  test.each([HOST, '127.0.0.1:4321', 'localhost', 'localhost:80', '[::1]:4321'])(
    '%s is us',
    (host) => expect(statusOf({ host })).toBeUndefined(),
  );
  test.each(['evil.example', `${HOST}.evil.example`, `${HOST}:8443`, '10.0.0.1', ''])(
    '%j is not: 421',
    (host) => expect(statusOf({ host })).toBe(421),
  );
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
  ])('from elsewhere, or from who knows where with a cookie: 403 %o', (headers) => {
    expect(write(headers)).toBe(403);
  });
  test('reading is free', () => {
    expect(statusOf({ ...cookie, origin: 'https://evil.example' })).toBeUndefined();
  });
});
