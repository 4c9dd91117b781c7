import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../scripts/build.ts';
import { startBucket, startStores } from '../support/shared-stores.ts';
import { isOnS3 } from '../support/stored-files.ts';
import type { World } from '../support/world.ts';
import { makeWorld } from '../support/world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder that each file's server copies. */
    world: World;
  }
}

/** Builds if needed, and fills one data folder for all files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfStale();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-world-'));
  const stores = await storesOfRun();
  project.provide('postgres', stores?.settings['DATABASE_URL'] ?? null);
  project.provide('world', await makeWorld(folder, stores?.settings));
  return async () => {
    await stores?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** null where everything is in the folder. */
async function storesOfRun() {
  if (process.env['TEST_DATABASE'] === 'postgres') return startStores();
  return isOnS3 ? startBucket() : null;
}
