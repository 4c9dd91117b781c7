import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { copyStores, removeStores } from './shared-stores.ts';
import type { World } from './world.ts';

/** A world that one server may change. */
export interface CopiedWorld {
  dataDir: string;
  /** Of a program on it: empty for a data folder that holds everything. */
  settings: Record<string, string>;
  remove: () => Promise<void>;
}

/** @param dataDir a new folder by default */
export async function copyWorld(world: World, dataDir?: string): Promise<CopiedWorld> {
  const folder = dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-site-')));
  await cp(world.dataDir, folder, { recursive: true });
  const settings = await copyStores(world.settings, folder);
  return {
    dataDir: folder,
    settings,
    async remove() {
      await removeStores(settings);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
