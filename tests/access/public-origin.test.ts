import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { json } from '../support/http.ts';
import { useSite } from './site.ts';

/** Behind a proxy with TLS the whole PUBLIC_URL counts (P20). */
const OWN = 'https://tayori.example.jp';
const site = useSite({ PUBLIC_URL: OWN });

const write = (Origin: string, Host = 'tayori.example.jp') => {
  const body = json({ refreshToken: 'x' });
  const headers = { ...body.headers, Origin, Host, Cookie: site().signed.admin.cookie };
  return site().ask('anonymous', paths.api.refresh, { ...body, method: 'PATCH', headers });
};

describe('a write from', () => {
  test.each([OWN])('%s passes the gate', async (origin) => {
    expect((await write(origin)).status).toBe(401);
  });
  test.each([
    'http://tayori.example.jp',
    'https://tayori.example.jp:8443',
    'https://tayori.example.jp:443',
    'https://tayori.example.jp/',
    'https://TAYORI.example.jp',
    'https://evil.example',
    'http://127.0.0.1',
  ])('%s: 403', async (origin) => {
    expect((await write(origin)).status).toBe(403);
  });
  test('this machine passes when addressed as localhost', async () => {
    const { url } = site().server;
    expect((await write(url, new URL(url).host)).status).toBe(401);
    expect((await write(url)).status).toBe(403);
  });
});
