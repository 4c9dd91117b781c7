import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { backupFolderOf } from './backup-sets.ts';
import { lockFile } from './data-folder.ts';
import type { Env } from './env.ts';

/** Passed to a server that only shows restored data: no mails, jobs or backups. */
export const WITHOUT_BACKGROUND = '--without-background';

/** Without its photos, a backup cannot be shown. */
export const canRehearse = ({ PHOTO_STORE }: Env): boolean => PHOTO_STORE === undefined;

/** Where a backup is restored for a while. */
export const rehearsalFolderOf = (env: Env): string => path.join(backupFolderOf(env), '.rehearsal');

/** @returns an unlock function. @throws Error with one line while another one runs */
export const lockRehearsal = (env: Env): (() => void) =>
  lockFile(path.join(backupFolderOf(env), '.rehearsal-lock'), 'another rehearsal is running');

/** Removes what a rehearsal left that was killed. */
export async function removeLeftRehearsal(env: Env): Promise<void> {
  if (!existsSync(rehearsalFolderOf(env))) return;
  let unlock: () => void;
  try {
    unlock = lockRehearsal(env);
  } catch {
    return; // it runs
  }
  try {
    await rm(rehearsalFolderOf(env), { recursive: true, force: true });
  } finally {
    unlock();
  }
}
