import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import type { Env } from '#server/env.ts';
import { readEnv } from '#server/env.ts';
import { readyPublicPage } from '#server/http/public-pages.ts';
import type { Render } from '#server/http/ready-pages.ts';
import { serveReady } from '#server/http/ready-pages.ts';
import { broken, page } from '../support/responses.ts';

/** @returns null unless the page is public, else the requests for rendering */
async function ask(env: Env, url = '/', method = 'GET', answer: () => Response = page) {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method, url, headers: { cookie: 'a=1', authorization: 'Bearer x' } });
  const making = readyPublicPage(req, url.split('?', 1)[0] ?? '', env);
  if (!making) return null;
  const render = vi.fn<Render>(() => Promise.resolve(answer()));
  const res = new ServerResponse(req);
  await serveReady(req, res, making, render);
  return { res, asked: render.mock.calls.map(([request]) => request) };
}
const newEnv = (settings: Record<string, string> = {}): Env => readEnv(settings);
const rendered = async (...what: Parameters<typeof ask>) => (await ask(...what))?.asked.length;

test('rendering sees nothing of the visitor', async () => {
  const asked = (await ask(newEnv(), '/terms?from=mail', 'HEAD'))?.asked[0];
  expect(asked?.method).toBe('GET');
  expect(new URL(asked?.url ?? '')).toMatchObject({ pathname: '/terms', search: '' });
  expect([...(asked?.headers ?? [])]).toEqual([]);
});

test('a page is rendered once per process and settings', async () => {
  const env = newEnv();
  expect(await rendered(env)).toBe(1);
  expect(await rendered(env)).toBe(0);
  expect(await rendered(env, '/?from=mail')).toBe(0);
  expect(await rendered(env, '/terms')).toBe(1);
  expect(await rendered(env, '/docs/api')).toBe(1);
  expect(await rendered(env, '/docs/api')).toBe(0);
  expect(await rendered(newEnv({ OPERATOR_NAME: '別の会社' }))).toBe(1);
});

test('neither errors nor incomplete pages are cached', async () => {
  const env = newEnv();
  const failed = await ask(env, '/', 'GET', () => new Response('sorry', { status: 500 }));
  expect(failed?.res.statusCode).toBe(500);
  await expect(ask(env, '/', 'GET', broken)).rejects.toThrow('database is locked');
  expect(await rendered(env)).toBe(1);
});

test('other pages are left to Astro', async () => {
  const env = newEnv();
  await ask(env);
  expect(await ask(env, '/', 'POST')).toBeNull();
  expect(await ask(env, '/staffs/login')).toBeNull();
  expect(await ask(env, '/letters')).toBeNull();
});

test('a closed site only has its landing page', async () => {
  const env = newEnv({ SITE_MODE: 'closed' });
  expect(await rendered(env)).toBe(1);
  expect(await rendered(env)).toBe(0);
  expect(await ask(env, '/terms')).toBeNull();
});
