import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import type { CopiedWorld } from '../support/copied-world.ts';
import { copyWorld } from '../support/copied-world.ts';
import { call, signIn } from '../support/http.ts';
import { uploadByHttp } from '../support/http-upload.ts';
import { onFile } from '../support/on-file.ts';
import { noise, vary } from '../support/pictures.ts';
import type { TestServer } from '../support/server.ts';
import { startServer } from '../support/server.ts';

/** The counterpart of full-disk.test.ts: only uploads under way are on this disk (P3). */
describe.skipIf(onFile)('a full data folder, with the database and the photos elsewhere', () => {
  const world = inject('world');
  let disk = '';
  let isMounted = false;
  let copied: CopiedWorld;
  let server: TestServer;
  beforeAll(async () => {
    disk = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-spool-'));
    isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk]).status === 0;
    if (!isMounted) return;
    copied = await copyWorld(world, path.join(disk, 'data'));
    server = await startServer(copied.dataDir, copied.settings);
  });
  afterAll(async () => {
    if (isMounted) {
      await server.stop();
      await copied.remove();
      execFileSync('umount', ['-l', disk]);
    }
    await rm(disk, { recursive: true, force: true });
  });

  function fillDisk(): string {
    const name = path.join(disk, 'others');
    const file = openSync(name, 'w');
    try {
      for (;;) writeSync(file, Buffer.alloc(4096, 1));
    } catch (error) {
      expect((error as { code?: string }).code).toBe('ENOSPC');
    }
    closeSync(file);
    return name;
  }

  test('refuses uploads with 507 and nothing else, until there is space', async ({ skip }) => {
    skip(!isMounted, 'a small disk cannot be mounted here');
    const { cast, items, yearMonth } = world;
    const bytes = await noise();
    const uploadOne = async () => {
      const { bearer } = await signIn(server.url, cast.general.email);
      return uploadByHttp(server.url, bearer, vary(bytes));
    };
    expect(await uploadOne()).toBe(201);
    const others = fillDisk();
    expect(await uploadOne()).toBe(507);
    const { cookie, bearer } = await signIn(server.url, cast.admin.email);
    const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
    const read: [string, Record<string, string>][] = [
      [paths.letter(yearMonth, tokens), {}],
      [paths.items, { Cookie: cookie }],
      [`/photos/staff/${items.own.blobId}/360.webp`, { Authorization: bearer }],
      ['/healthz', {}],
    ];
    for (const [address, headers] of read) {
      expect([address, (await call(server.url, address, { headers })).status]).toEqual([
        address,
        200,
      ]);
    }
    rmSync(others);
    expect(await uploadOne()).toBe(201);
    expect(server.errors()).toEqual([]);
  });
});
