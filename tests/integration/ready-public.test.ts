import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { servePublicPage } from '../../src/server/http/public-pages.ts';
import type { Env } from '../../src/server/env.ts';
import { readEnv } from '../../src/server/env.ts';
import { testLog } from '../support/log.ts';

function ask(env: Env, url = '/', method = 'GET') {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method, url, headers: { cookie: 'a=1', authorization: 'Bearer x' } });
  const res = new ServerResponse(req);
  const path = url.split('?', 1)[0] ?? '';
  return { req, res, answered: servePublicPage(req, res, path, { env, log: testLog }) };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));
const newEnv = (settings: Record<string, string> = {}): Env => readEnv(settings);

async function render(env: Env, url = '/'): Promise<void> {
  const { res, answered } = ask(env, url);
  expect(answered).toBe('captured');
  res.writeHead(200, { 'Cache-Control': 'no-store' }).end('<html>whole</html>');
  // It is compressed first, which takes its time on a busy machine.
  await vi.waitFor(() => expect(ask(env, url).answered).toBe('answered'), 10_000);
}

test('rendering receives nothing that identifies the visitor', () => {
  const { req } = ask(newEnv(), '/terms?from=mail', 'HEAD');
  expect(req).toMatchObject({ method: 'GET', url: '/terms', headers: {} });
});

test('a page is rendered once for a process and its settings', async () => {
  const env = newEnv();
  await render(env);
  expect(ask(env).answered).toBe('answered');
  expect(ask(env, '/?from=mail').answered).toBe('answered');
  expect(ask(env, '/terms').answered).toBe('captured');
  expect(ask(newEnv({ OPERATOR_NAME: '別の会社' })).answered).toBe('captured');
});

test('neither a failure nor half a page is kept', async () => {
  const env = newEnv();
  const failed = ask(env);
  failed.res.writeHead(500).end('sorry');
  const half = ask(env);
  half.res.writeHead(200);
  half.res.write('<html>ha');
  half.res.destroy();
  half.res.end();
  await settled();
  expect(ask(env).answered).toBe('captured');
});

test('what is not for everyone goes on to Astro', async () => {
  const env = newEnv();
  await render(env);
  expect(ask(env, '/', 'POST').answered).toBe('open');
  expect(ask(env, '/staffs/login').answered).toBe('open');
  expect(ask(env, '/letters').answered).toBe('open');
});

test('a closed site has its landing page alone', async () => {
  const env = newEnv({ SITE_MODE: 'closed' });
  await render(env);
  expect(ask(env).answered).toBe('answered');
  expect(ask(env, '/terms').answered).toBe('open');
});
