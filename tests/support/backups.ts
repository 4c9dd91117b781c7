import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import { takeBackup } from '../../commands/backup.ts';
import type { Entry } from '../../commands/backup/manifest.ts';
import { readEntries } from '../../commands/backup/manifest.ts';
import { MANIFEST } from '#server/backup-sets.ts';
import { backupLane } from '#server/copies/backup-lanes.ts';
import type { Env } from '#server/env.ts';
import type { Runtime } from '#server/runtime.ts';
import { makeWorker } from '#server/lane-worker.ts';
import { sha256 } from './uploads.ts';

export type { Ended } from './command.ts';
export { command } from './command.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-backup-'));
  folders.push(folder);
  return folder;
}

export const backUp = (env: Env, options: Partial<Parameters<typeof takeBackup>[1]> = {}) =>
  takeBackup(env, { readAll: true, ...options });

export async function entriesOf(set: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of readEntries(path.join(set, MANIFEST))) entries.push(entry);
  return entries;
}

/** The daily backup lane alone, run on demand. */
export function makeBackupSchedule(rt: Pick<Runtime, 'env' | 'clock' | 'log' | 'db'>) {
  const { drain, stop } = makeWorker(rt.log, [backupLane(rt)]);
  return { look: drain, stop: () => void stop() };
}

/** Files that differ from the manifest. */
export async function wrongFilesOf(set: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path: name, sha256: hash, damage } of await entriesOf(set)) {
    const content = await readFile(path.join(set, name)).catch(() => null);
    const isRight = damage === undefined ? content && sha256(content) === hash : content === null;
    if (!isRight) wrong.push(name);
  }
  return wrong;
}
