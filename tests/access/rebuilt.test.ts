import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { CopiedWorld } from '../support/copied-world.ts';
import { copyWorld } from '../support/copied-world.ts';
import { call } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';
import { ROOT, startServer } from '../support/server.ts';

/** Written by a build after the server started. */
const NAMES = ['/_astro/of-the-build-before.js', '/_astro/of-the-build-before.css'];
const CONTENT = 'of the build before';
const files = NAMES.map((name) => path.join(ROOT, 'dist/client', name));
const [first = ''] = NAMES;

let copied: CopiedWorld;
let server: TestServer;
beforeEach(async () => {
  copied = await copyWorld(inject('world'));
  for (const file of files) await writeFile(file, CONTENT);
  server = await startServer(copied.dataDir, copied.settings);
});
afterEach(async () => {
  await server.stop();
  for (const file of files) await rm(file, { force: true });
  await copied.remove();
});

test("files of the previous build stay available to the old server's pages, cached or not", async () => {
  expect((await call(server.url, first)).status).toBe(200);
  for (const file of files) await rm(file);
  for (const name of NAMES) {
    expect(await call(server.url, name), name).toMatchObject({ status: 200, text: CONTENT });
  }
  expect((await call(server.url, '/_astro/of-no-build.js')).status).toBe(404);
  expect((await call(server.url, '/healthz')).status).toBe(200);
  expect(server.errors()).toEqual([]);
});
