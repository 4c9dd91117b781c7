import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { dataPaths, lockFile } from '#server/data-folder.ts';
import { syncPath } from '#server/durable-file.ts';
import { closeToOthers } from '#server/private-files.ts';

interface Target {
  /** A server does not start while this exists. */
  stage: string;
  publish(): Promise<void>;
  /** Last: a server can start from here on. */
  finish(): Promise<void>;
  /** Leaves the folder as it was. */
  abandon(): Promise<void>;
}

/** Such a folder counts as empty. The key is needed to fetch a copy. */
const NOTHING = ['lost+found', 'server.lock', 'server.lock-journal', 'ssh_key', 'ssh_key.pub'];

/** @throws Error with one line if the folder is in use or not empty */
export async function openTarget(to: string): Promise<Target> {
  const wasThere = existsSync(to);
  await mkdir(to, { recursive: true, mode: 0o700 });
  const { lock, restoring: stage } = dataPaths(to);
  if (existsSync(lock)) lockFile(lock, `${to} is in use by a running server`)();
  const parts = partsOf(to);
  // An interrupted restore; the backup still has everything.
  if (existsSync(stage)) await clear([...parts, stage]);
  const [held] = (await readdir(to)).filter((name) => !NOTHING.includes(name));
  if (held !== undefined) {
    throw new Error(`${to} is not empty (it contains ${held}); choose an empty folder`);
  }
  await mkdir(stage, { mode: 0o700 });
  return {
    stage,
    publish: () => publish(to),
    async finish() {
      await rm(stage, { recursive: true });
      await syncPath(to);
    },
    async abandon() {
      await clear([...parts, stage]);
      if (!wasThere) await rmdir(to);
    },
  };
}

/** What a backup contains. The database comes last: without it the folder is not a data folder. */
function partsOf(to: string): string[] {
  const { photos, uploads, secret, postcodes, demoMarker, database } = dataPaths(to);
  return [photos, uploads, secret, postcodes, demoMarker, database];
}

async function publish(to: string): Promise<void> {
  const { restoring: stage } = dataPaths(to);
  for (const part of partsOf(to)) {
    const from = path.join(stage, path.basename(part));
    if (existsSync(from)) await rename(from, part);
  }
  closeToOthers(to);
  await syncPath(to);
}

const clear = async (all: string[]): Promise<void> => {
  for (const one of all) await rm(one, { recursive: true, force: true });
};
