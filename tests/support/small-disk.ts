import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { dataPaths } from '#server/data-folder.ts';

export const DISK_MISSING = 'a small disk cannot be mounted here (it needs root)';

/** A disk of 32 MB, where that is permitted. */
interface SmallDisk {
  folder: string;
  isMounted: boolean;
  /** To the last byte, as a log or a download next to us would. */
  fill: (name?: string) => void;
  unmount: () => Promise<void>;
}

export async function mountSmallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-full-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder]);
  const isMounted = mounted.status === 0;
  return {
    folder,
    isMounted,
    fill(name = 'others') {
      const file = openSync(path.join(folder, name), 'w');
      try {
        for (;;) writeSync(file, Buffer.alloc(4096, 1));
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    async unmount() {
      if (isMounted) execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true });
    },
  };
}

/** A photo that is prepared after its 201 gives its place back when it is done. */
export const spoolIsEmpty = (dataDir: string): Promise<void> =>
  expect.poll(() => readdir(dataPaths(dataDir).temporary)).toEqual([]);
