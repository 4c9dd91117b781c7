import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import type { Answer } from '../support/http.ts';
import { signIn } from '../support/http.ts';
import { ROOT } from '../support/server.ts';
import type { Site } from './site.ts';
import { useSite } from './site.ts';

const site = useSite();

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-request-id': expect.stringMatching(/^[0-9a-f]{12}$/) as string,
  'permissions-policy': expect.stringContaining('camera=(self)') as string,
  'content-security-policy': expect.stringContaining('default-src') as string,
};

const asset = (): string => {
  const client = path.join(ROOT, 'dist/client');
  const file = readdirSync(client, { recursive: true, encoding: 'utf8' }).find((name) =>
    /\.(css|js|svg|png|webmanifest|txt)$/.test(name),
  );
  return `/${file ?? 'missing'}`;
};
const letter = ({ world: { cast, yearMonth } }: Site): string =>
  paths.letter(yearMonth, {
    residentToken: cast.resident.token,
    familyToken: cast.family.token,
  });
const photo = ({ world }: Site): string => `/photos/staff/${world.items.own.blobId}/360.webp`;

/** Responses from every source: Astro, our own, static files, cached pages. */
const ANSWERS: [string, number, (at: Site) => Promise<Answer>][] = [
  ['a page', 200, (at) => at.ask('anonymous', paths.login)],
  ['a redirect', 302, (at) => at.ask('anonymous', paths.items)],
  ['a missing page', 404, (at) => at.ask('anonymous', '/nowhere')],
  [
    'the system-error page',
    415,
    (at) => at.ask('anonymous', `${paths.login}?_action=session.login`, { method: 'POST' }),
  ],
  ['a letter', 200, (at) => at.ask('anonymous', letter(at))],
  ['a cached letter', 200, (at) => at.ask('anonymous', letter(at))],
  ['an unchanged letter', 304, (at) => unchanged(at, letter(at))],
  ['the API', 200, (at) => at.ask('admin', paths.api.user)],
  ['a refusal by the API', 401, (at) => at.ask('anonymous', paths.api.user)],
  ['a missing API path', 404, (at) => at.ask('anonymous', '/api/nothing')],
  ['a photo', 200, (at) => at.ask('general', photo(at))],
  ['an unchanged photo', 304, (at) => unchanged(at, photo(at), 'general')],
  ['a missing photo', 404, (at) => at.ask('general', '/photos/staff/x/360.webp')],
  ['a build file', 200, (at) => at.ask('anonymous', asset())],
  ['an unchanged file', 304, (at) => unchanged(at, asset())],
  ['a closed route', 404, (at) => at.ask('anonymous', '/_image')],
  ['health', 200, (at) => at.ask('anonymous', '/healthz')],
  ['a refusal at the gate', 405, (at) => at.ask('anonymous', '/', { method: 'TRACE' })],
  ['a wrong host', 421, (at) => at.ask('anonymous', '/', { headers: { Host: 'evil.example' } })],
  ['a wrong path', 404, (at) => at.ask('anonymous', '/%')],
];

async function unchanged(at: Site, address: string, who: 'anonymous' | 'general' = 'anonymous') {
  const first = await at.ask(who, address);
  return at.ask(who, address, { headers: { 'If-None-Match': first.headers.etag ?? 'none' } });
}

test.each(ANSWERS)('%s (%i) has the security headers', async (_name, status, get) => {
  const answer = await get(site());
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject(ALWAYS);
  expect(answer.headers).not.toHaveProperty('x-powered-by');
  expect(answer.headers).not.toHaveProperty('server');
});

describe('policies', () => {
  test('a page allows its own resources only, and no inline script', async () => {
    const { headers } = await site().ask('anonymous', paths.login);
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  });

  test('headers of a page fit into the default buffers of nginx', async () => {
    for (const address of [paths.items, paths.residents, paths.dashboard, paths.adminLetters]) {
      const { status, headers } = await site().ask('admin', address);
      expect(status, address).toBe(200);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
      expect(lines.join('\r\n').length, address).toBeLessThan(3000);
    }
  });

  test('non-HTML responses have a policy that allows nothing', async () => {
    for (const address of [paths.api.user, '/healthz', photo(site())]) {
      const { headers } = await site().ask('general', address);
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    }
  });

  test('only the worker that draws HEIC may compile, and the decoder is served as what it is', async () => {
    const built = readdirSync(path.join(ROOT, 'dist/client/_astro'));
    const policies = new Map<string, string>();
    for (const name of built.filter((file) => /\.(?:js|wasm)$/.test(file))) {
      const { headers } = await site().ask('anonymous', `/_astro/${name}`);
      if (name.endsWith('.wasm')) expect(headers['content-type']).toBe('application/wasm');
      const policy = String(headers['content-security-policy']);
      if (policy !== "default-src 'none'; sandbox") policies.set(name, policy);
    }
    expect([...policies.keys()]).toEqual([expect.stringMatching(/^heic\.worker-/)]);
    expect([...policies.values()]).toEqual([
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    ]);
  });

  test('private responses are not cached by others', async () => {
    for (const address of [paths.api.user, paths.api.items]) {
      expect((await site().ask('general', address)).headers['cache-control']).toBe('no-store');
    }
    expect((await site().ask('general', photo(site()))).headers['cache-control']).toMatch(
      /^private, .*immutable/,
    );
    expect((await site().ask('anonymous', paths.login)).headers['cache-control']).toBe('no-store');
    const unknown = paths.residentItems('unknown');
    expect(await site().ask('general', unknown)).toMatchObject({
      status: 404,
      headers: { 'cache-control': 'no-store' },
    });
    expect(await site().ask('anonymous', '/letters')).toMatchObject({
      status: 404,
      headers: { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex, noimageindex' },
    });
  });

  test('cached photos go with the session; what waits in storage to be sent stays', async () => {
    const { world, server, ask } = site();
    const signedIn = () => signIn(server.url, world.cast.general.email);
    const clearedBy = async (method: string, path: string) => {
      const headers = {
        Cookie: (await signedIn()).cookie,
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/x-www-form-urlencoded',
      };
      return (await ask('anonymous', path, { method, headers })).headers['clear-site-data'];
    };
    expect(await clearedBy('POST', `${paths.logout}?_action=session.logout`)).toBe('"cache"');
    expect(await clearedBy('POST', `${paths.newPassword}?_action=me.startAnew`)).toBe('"cache"');
    expect(await clearedBy('POST', paths.api.logout)).toBe('"cache"');
    expect(await clearedBy('GET', paths.items)).toBeUndefined();
    // Ended from elsewhere: told by the first page that is opened.
    const ended = await signedIn();
    const headers = { Authorization: ended.bearer };
    await ask('anonymous', paths.api.logout, { method: 'POST', headers });
    const next = await ask('anonymous', paths.items, { headers: { Cookie: ended.cookie } });
    expect([next.status, next.headers['clear-site-data']]).toEqual([302, '"cache"']);
  });

  test('cookies are sent to our server only', async () => {
    const cookies = await cookiesOf(site());
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^auth\._(refresh_)?token\.local=Bearer%20/);
      for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=864000']) {
        expect(cookie).toContain(part);
      }
      const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '') - Date.now();
      expect(Math.round(expires / 86_400_000)).toBe(90);
    }
  });
});

async function cookiesOf({ ask, signed }: Site): Promise<string[]> {
  const { headers } = await ask('anonymous', paths.api.refresh, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refreshToken: signed.admin.refreshToken }),
  });
  return headers['set-cookie'] ?? [];
}
