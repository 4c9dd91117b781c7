import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MASTER, PREVIEW } from '#lib/picture-recipe.ts';
import { paths } from '#lib/paths.ts';
import { readEnv } from '#server/env.ts';
import { CEPH_MISSING, hasCeph } from '../../support/ceph.ts';
import { call, signIn } from '../../support/http.ts';
import { uploadByHttp } from '../../support/http-upload.ts';
import { needs } from '../../support/needs.ts';
import { noise, vary } from '../../support/pictures.ts';
import type { TestServer } from '../../support/server.ts';
import { startServer } from '../../support/server.ts';
import { startBucket } from '../../support/shared-stores.ts';
import { DISK_MISSING, mountSmallDisk, spoolIsEmpty } from '../../support/small-disk.ts';
import { photoFile, storedFiles } from '../../support/stored-files.ts';
import type { World } from '../../support/world.ts';
import { makeWorld } from '../../support/world.ts';

const disk = await mountSmallDisk();
const canRun = disk.isMounted && hasCeph();
// No hook runs for tests that are skipped.
if (!canRun) await disk.unmount();
const missing = hasCeph() ? DISK_MISSING : CEPH_MISSING;

/** More than is read into memory: it passes through the disk. */
const LARGE_BYTES = 400_000;

describe('a full disk of a server with a bucket', needs(canRun, missing), () => {
  const dataDir = path.join(disk.folder, 'data');
  let server: TestServer;
  let world: World;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const bucket = await startBucket();
    ({ stop } = bucket);
    world = await makeWorld(dataDir, bucket.settings);
    const { write } = storedFiles(readEnv({ ...bucket.settings, DATA_DIR: dataDir }));
    await write(photoFile(world.items.own.blobId, MASTER), Buffer.alloc(LARGE_BYTES));
    server = await startServer(dataDir, bucket.settings);
  });
  afterAll(async () => {
    const exit = await server.stop();
    await stop();
    await disk.unmount();
    expect(exit).toBe(0);
  });

  test('refuses what passes through it with 507, and serves the rest', async () => {
    const { cast, yearMonth, items } = world;
    const { bearer } = await signIn(server.url, cast.general.email);
    const picture = await noise();
    const ask = (file: string) =>
      call(server.url, `/photos/staff/${items.own.blobId}/${file}`, {
        headers: { Authorization: bearer },
      });
    const statuses = async () => [
      (await ask(PREVIEW)).status,
      (await ask(MASTER)).status,
      await uploadByHttp(server.url, bearer, vary(picture)),
    ];
    expect(await statuses()).toEqual([200, 200, 201]);
    await spoolIsEmpty(dataDir);
    disk.fill();
    expect(await statuses()).toEqual([200, 507, 507]);
    const link = { familyToken: cast.family.token, residentToken: cast.resident.token };
    expect((await call(server.url, paths.letter(yearMonth, link))).status).toBe(200);
    expect((await signIn(server.url, cast.admin.email)).bearer).not.toBe('');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    rmSync(path.join(disk.folder, 'others'));
    expect(await statuses()).toEqual([200, 200, 201]);
    await spoolIsEmpty(dataDir);
  });
});
