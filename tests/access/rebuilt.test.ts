import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { call } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';
import { ROOT, startServer } from '../support/server.ts';

/** As a build leaves it to the server that was started before the next build. */
const NAME = '/_astro/of-the-build-before.js';
const script = path.join(ROOT, 'dist/client', NAME);

let folder: string;
let server: TestServer;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-rebuilt-'));
  await cp(inject('world').dataDir, folder, { recursive: true });
  await writeFile(script, '');
  server = await startServer(folder);
});
afterEach(async () => {
  await server.stop();
  await rm(script, { force: true });
  await rm(folder, { recursive: true, force: true });
});

test('a script that a new build took away is not found, and the server goes on', async () => {
  expect((await call(server.url, NAME)).status).toBe(200);
  await rm(script);
  expect((await call(server.url, NAME)).status).toBe(404);
  expect((await call(server.url, '/healthz')).status).toBe(200);
  expect(server.errors()).toEqual([]);
});
