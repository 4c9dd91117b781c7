import { mkdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { backupFolderOf, listBackupSets } from '#server/backup-sets.ts';
import type { Rehearsal } from '#server/copies/state.ts';
import { readRehearsal, writeRehearsal } from '#server/copies/state.ts';
import { roomOn } from '#server/disk-space.ts';
import type { Env } from '#server/env.ts';
import { canRehearse, lockRehearsal, rehearsalFolderOf } from '#server/rehearsal-folder.ts';
import { readEntries } from '../backup/manifest.ts';
import { openCopy } from '../copies/fetch.ts';
import { restoreBackup } from '../restore.ts';
import type { Source } from '../restore/read.ts';
import { sourceAt } from '../restore/read.ts';
import { openALetter } from './open-letter.ts';
import { startRestored } from './restored-server.ts';

export interface RehearsalOptions {
  now?: Date;
  /** A place as in BACKUP_COPY; the backups on this machine without it. */
  from?: string | undefined;
  /** Not by hand: the operator is to be told. */
  isScheduled?: boolean;
}

type Found = Pick<Rehearsal, 'set' | 'outcome' | 'error' | 'files' | 'bytes' | 'photos'>;

const NOTHING = { set: null, files: 0, bytes: 0, photos: null };
const MIB = 1024 * 1024;

/** It could not be tried. */
class Skipped extends Error {}

/**
 * Restores the newest backup into a temporary folder, verifies it, and opens a letter there with this
 * program; notes the result, and removes the folder.
 * @throws Error with one line while another rehearsal runs
 */
export async function rehearse(env: Env, options: RehearsalOptions = {}): Promise<Rehearsal> {
  const { now = new Date(), from = null, isScheduled = false } = options;
  await mkdir(backupFolderOf(env), { recursive: true, mode: 0o700 });
  const unlock = lockRehearsal(env);
  const began = performance.now();
  const folder = rehearsalFolderOf(env);
  try {
    await rm(folder, { recursive: true, force: true });
    const found = await tryOut(env, options);
    const at = now.toISOString();
    const before = readRehearsal(env);
    const goodAt = found.outcome === 'good' ? at : (before?.goodAt ?? null);
    const since = before?.since ?? at;
    const seconds = Math.round((performance.now() - began) / 1000);
    const rehearsal = { at, place: from, ...found, seconds, since, goodAt, isTold: !isScheduled };
    await writeRehearsal(env, rehearsal);
    return rehearsal;
  } finally {
    await rm(folder, { recursive: true, force: true });
    unlock();
  }
}

async function tryOut(env: Env, options: RehearsalOptions): Promise<Found> {
  const found: Found = { ...NOTHING, outcome: 'good', error: null };
  const use = async (source: Source): Promise<void> => {
    found.set = source.set;
    Object.assign(found, await restoreAndOpen(source, env));
  };
  try {
    if (options.from === undefined) await use(await newestHere(env, options.now));
    else await openCopy(options.from, undefined, env, use);
  } catch (error) {
    found.outcome = error instanceof Skipped ? 'skipped' : 'failed';
    const message = error instanceof Error ? error.message : String(error);
    found.error = message.replaceAll(/\s+/g, ' ').slice(0, 300);
  }
  return found;
}

async function newestHere(env: Env, now = new Date()): Promise<Source> {
  const sets = await listBackupSets(backupFolderOf(env));
  const newest = sets.find(({ isWhole, madeAt }) => isWhole && madeAt <= now);
  if (!newest) throw new Skipped('there is no whole backup yet');
  return sourceAt(newest.folder);
}

async function restoreAndOpen(source: Source, env: Env): Promise<Partial<Found>> {
  // A second server on the same bucket would take the first one's work for left-overs.
  if (!canRehearse(env)) throw new Skipped('photos are in a bucket of their own (PHOTO_STORE)');
  const folder = rehearsalFolderOf(env);
  await mkdir(folder, { mode: 0o700 });
  await requireRoom(await bytesOf(source), folder);
  const data = path.join(folder, 'data');
  const { files, bytes } = await restoreBackup(source, data);
  const server = await startRestored(data, env);
  try {
    return { files, bytes, photos: await openALetter(server.env) };
  } finally {
    await server.stop();
  }
}

/** How much it takes when it is restored. */
async function bytesOf({ list }: Source): Promise<number> {
  let bytes = 0;
  for await (const { size } of readEntries(await list())) bytes += size;
  return bytes;
}

/** Beyond the backup: for an upgrade of its database, and what others write meanwhile. */
const MARGIN = 1.1;
const MARGIN_BYTES = 64 * MIB;

async function requireRoom(bytes: number, folder: string): Promise<void> {
  const needed = bytes * MARGIN + MARGIN_BYTES;
  if ((await roomOn(folder)) >= needed) return;
  const { bavail, bsize } = await statfs(folder);
  const mib = (amount: number): string => `${Math.ceil(amount / MIB)} MB`;
  throw new Skipped(
    `it needs ${mib(needed)} of space in ${path.dirname(folder)}, where ${mib(bavail * bsize)} are free`,
  );
}
