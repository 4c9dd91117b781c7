import { expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { call, json } from '../support/http.ts';
import { useSite } from './site.ts';

const site = useSite({ SITE_MODE: 'closed' });
const ask = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(site().server.url, path, options);

test('a closed site shows its landing page and redirects every other page there', async () => {
  expect((await ask(paths.home)).status).toBe(200);
  for (const page of [paths.login, paths.terms, paths.items, '/letters', '/nowhere']) {
    const headers = { location: paths.home, 'cache-control': 'no-store' };
    expect(await ask(page)).toMatchObject({ status: 302, headers });
  }
});

test('a closed landing page offers no sign-up, cached or not', async () => {
  for (const attempt of ['first', 'again']) {
    const { status, text } = await ask(paths.home);
    expect(status, attempt).toBe(200);
    expect(text).toContain('ただいま準備中です');
    for (const path of [paths.newHost, paths.login]) expect(text).not.toContain(`"${path}"`);
  }
  const { headers } = await ask(paths.terms, { method: 'HEAD' });
  expect(headers.location).toBe(paths.home);
});

test('the API of a closed site responds 404 in JSON to everyone', async () => {
  const { cast } = site().world;
  const login = json({ email: cast.admin.email, password: 'wrong' });
  const calls: [string, Parameters<typeof call>[2]][] = [
    [paths.api.login, login],
    [paths.api.user, {}],
    ['/api/v1/views/letters', {}],
    ['/api/nothing', {}],
  ];
  for (const [path, options] of calls) {
    const answer = await ask(path, options);
    expect(answer.status, path).toBe(404);
    expect(JSON.parse(answer.text)).toEqual({ msg: expect.any(String) as string });
  }
});

test('a closed site shows no photos and accepts no forms', async () => {
  const { cast, items } = site().world;
  const address = `/photos/family/${cast.family.id}/${items.own.blobId}/x/360.webp`;
  expect((await ask(address)).status).toBe(404);
  const form = {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'email=a%40example.jp&password=x',
  };
  expect((await ask('/?_action=session.login', form)).status).toBe(404);
});

test('health checks and files remain available', async () => {
  expect((await ask('/healthz')).status).toBe(200);
  expect((await ask('/icon.svg')).status).toBe(200);
});
