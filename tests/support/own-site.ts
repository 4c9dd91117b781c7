import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Site } from './open-site.ts';
import { openSite } from './open-site.ts';
import type { ServerOptions } from './server.ts';
import { makeWorld } from './world.ts';

/** A filled site for a run outside of a test runner, removed afterwards. */
export async function onOwnSite<T>(
  work: (site: Site) => Promise<T>,
  options: ServerOptions = {},
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-hostile-'));
  try {
    const world = await makeWorld(path.join(folder, 'world'));
    const site = await openSite(world, path.join(folder, 'data'), {}, options);
    try {
      return await work(site);
    } finally {
      await site.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
