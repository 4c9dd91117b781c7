import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../scripts/build.ts';
import { startStores } from '../support/shared-stores.ts';
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
  const stores = process.env['TEST_DATABASE'] === 'postgres' ? await startStores() : null;
  project.provide('postgres', stores?.settings['DATABASE_URL'] ?? null);
  project.provide('world', await makeWorld(folder, stores?.settings));
  return async () => {
    await stores?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
