import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { KEEP_ALIVE_SECONDS } from '#server/http/safe-response.ts';
import type { Caddy } from '../../support/caddy.ts';
import { CADDY_MISSING, hasCaddy, startCaddy } from '../../support/caddy.ts';
import type { CopiedWorld } from '../../support/copied-world.ts';
import { copyWorld } from '../../support/copied-world.ts';
import type { Answer } from '../../support/http.ts';
import { call, json } from '../../support/http.ts';
import { needs } from '../../support/needs.ts';
import { sendFormOfPhotos } from '../../support/posted-photos.ts';
import type { TestServer } from '../../support/server.ts';
import { ROOT, freePort, startServer } from '../../support/server.ts';

const UPDATES = Number(process.env['UPDATES'] ?? 3);
const CLIENTS = 6;
const world = inject('world');
const letter = paths.letter(world.yearMonth, {
  residentToken: world.cast.resident.token,
  familyToken: world.cast.family.token,
});

/** Far longer than a start takes on a busy machine. */
const WAIT = '120s';

let copied: CopiedWorld;
let port: string;
let caddy: Caddy;
let server: TestServer;
const start = (): Promise<TestServer> =>
  startServer(copied.dataDir, {
    ...copied.settings,
    PORT: port,
    PUBLIC_URL: caddy.url,
    TRUST_PROXY: '1',
  });

async function begin(wait?: string): Promise<void> {
  copied = await copyWorld(world);
  port = String(await freePort());
  caddy = await startCaddy(Number(port), undefined, wait);
  server = await start();
}
afterEach(async () => {
  await server.stop();
  expect(await caddy.stop()).not.toContain(world.cast.family.token);
  await copied.remove();
});

const invalid = () => json({ name: '', message: 'x'.repeat(900) });

/** Reads a letter and posts a form in turn. @returns the number of each answer, once stopped */
function visitor(): () => Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let goesOn = true;
  const count = (name: string, answer: Answer | string): void => {
    const key = `${name} ${typeof answer === 'string' ? answer : answer.status}`;
    counts[key] = (counts[key] ?? 0) + 1;
  };
  const visit = async (): Promise<void> => {
    while (goesOn) {
      count('read', await call(caddy.url, letter).catch(String));
      count('posted', await call(caddy.url, paths.api.contacts, invalid()).catch(String));
    }
  };
  const ended = visit();
  return async () => {
    goesOn = false;
    await ended;
    return counts;
  };
}

describe('behind Caddy', needs(hasCaddy(), CADDY_MISSING), () => {
  test('an update loses no request', async () => {
    await begin(WAIT);
    const visitors = Array.from({ length: CLIENTS }, visitor);
    for (let update = 0; update < UPDATES; update++) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await server.stop()).toBe(0);
      server = await start();
    }
    for (const counts of await Promise.all(visitors.map((stop) => stop()))) {
      expect(Object.keys(counts).toSorted()).toEqual(['posted 422', 'read 200']);
    }
  });

  test('the server keeps idle connections longer than Caddy', async () => {
    await begin();
    const caddyfile = readFileSync(path.join(ROOT, 'deploy/Caddyfile'), 'utf8');
    const seconds = Number(/keepalive (\d+)s/.exec(caddyfile)?.[1]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(KEEP_ALIVE_SECONDS);
  });

  test('Caddy answers for a server that stays away in plain words, and without a key in its log', async () => {
    await begin();
    await server.stop();
    const page = await call(caddy.url, letter);
    expect(page).toMatchObject({ status: 503, headers: { 'cache-control': 'no-store' } });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('つながると自動で切り替わります');
    for (const request of [{}, invalid()]) {
      const answer = await call(caddy.url, paths.api.contacts, request);
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
      expect((JSON.parse(answer.text) as { msg: string }).msg).toContain('もう一度');
    }
    server = await start();
    expect((await call(caddy.url, letter)).status).toBe(200);
  });

  test('a body beyond what any page takes is refused in JSON', async () => {
    await begin();
    const request = { method: 'POST', body: Buffer.alloc(31_000_000) };
    const answer = await call(caddy.url, paths.api.contacts, request).catch(() => null);
    // Caddy may close the connection before the body is sent.
    if (answer) expect(answer).toMatchObject({ status: 413 });
    expect((await call(caddy.url, letter)).status).toBe(200);
  });

  test('a form with many photos passes', async () => {
    await begin();
    expect((await sendFormOfPhotos(caddy.url, world.cast.admin.email)).text).toContain('3枚を追加');
  });
});
