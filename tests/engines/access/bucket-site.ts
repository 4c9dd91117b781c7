import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { Ceph } from '../../support/ceph.ts';
import type { OpenSite } from '../../support/open-site.ts';
import { openSite } from '../../support/open-site.ts';
import { moveIntoBucket, startBucket } from '../../support/shared-stores.ts';

interface BucketSite extends OpenSite {
  ceph: Ceph;
}

/** A server for this block, whose database is a file and whose photos are in a real S3 store. */
export function useBucketSite(): () => BucketSite {
  let site: BucketSite | undefined;
  let folder: string;
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-bucket-'));
    const given = inject('world');
    await cp(given.dataDir, folder, { recursive: true });
    const bucket = await startBucket();
    const { settings, ceph } = bucket;
    ({ stop } = bucket);
    await moveIntoBucket(folder, settings);
    const world = { ...given, dataDir: folder, settings };
    site = { ...(await openSite(world, { LOG_LEVEL: 'debug' })), ceph };
  });
  afterAll(async () => {
    const exit = await site?.close();
    await stop?.();
    await rm(folder, { recursive: true, force: true });
    const { AWS_SECRET_ACCESS_KEY: key = '' } = site?.ceph.env ?? {};
    expect(exit, 'exit code').toBe(0);
    expect(site?.server.output(), 'the log').not.toContain(key);
  });
  return () => {
    if (!site) throw new Error('the server has not started');
    return site;
  };
}
