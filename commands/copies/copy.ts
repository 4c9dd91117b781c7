import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST, backupFolderOf, listBackupSets } from '#server/backup-sets.ts';
import type { PlaceAddress } from '#server/copies/parse-place.ts';
import { openPlace } from '#server/copies/open-place.ts';
import type { Place } from '#server/copies/place.ts';
import { removeParts } from '#server/copies/place.ts';
import type { PlaceState } from '#server/copies/state.ts';
import { readPlaceStates, writePlaceStates } from '#server/copies/state.ts';
import { lockFile } from '#server/data-folder.ts';
import type { Env } from '#server/env.ts';
import { claimPlace } from './claim.ts';
import { prune } from './prune.ts';
import type { Sent } from './send.ts';
import { sendSet } from './send.ts';
import { Vault } from './vault.ts';

interface CopyOptions {
  now?: Date;
  /** The operator says that the places are the right ones. */
  isSure?: boolean;
}

export interface Copied extends Sent {
  place: string;
  set: string | null;
  /** In one line; null if the newest backup is there. */
  error: string | null;
}

type BackupSet = Awaited<ReturnType<typeof listBackupSets>>[number];

const LEFT = /^\.(?:copying|list)-/;

/**
 * Copies the newest backup to each place of BACKUP_COPY, and removes the oldest there. A place that
 * fails delays no other.
 * @throws Error with one line if none was tried
 */
export async function copyBackups(env: Env, options: CopyOptions = {}): Promise<Copied[]> {
  if (env.BACKUP_COPY.length === 0) throw new Error('BACKUP_COPY is not set');
  const folder = backupFolderOf(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFile(path.join(folder, '.copy-lock'), 'copies are already being made');
  try {
    for (const name of await readdir(folder)) {
      if (LEFT.test(name)) await rm(path.join(folder, name));
    }
    const copied: Copied[] = [];
    for (const place of env.BACKUP_COPY) copied.push(await copyTo(place, env, folder, options));
    return copied;
  } finally {
    unlock();
  }
}

async function copyTo(
  address: PlaceAddress,
  env: Env,
  backups: string,
  { now = new Date(), isSure = false }: CopyOptions,
): Promise<Copied> {
  const set = await newestOf(backups, now);
  const state = stateOf(env, address, now);
  const copied: Copied = {
    place: address.text,
    set: set?.name ?? null,
    files: 0,
    bytes: 0,
    error: null,
  };
  await keepState(env, state);
  try {
    if (!set) throw new Error('there is no backup yet');
    await withVault(address, env, async (vault, place) => {
      await claimPlace(vault, place, { env, wasOurs: state.isClaimed, isSure });
      state.isClaimed = true;
      await removeParts(place);
      const isThere = (await vault.listSets()).includes(set.name);
      const isSlow = env.BACKUP_COPY_RATE !== undefined;
      if (!isThere) Object.assign(copied, await sendSet(vault, set, isSlow));
      state.lastSet = set.name;
      if (set.isWhole) state.lastAt = set.madeAt.toISOString();
      state.kept = await prune(vault, { keep: env.BACKUP_COPY_KEEP, now, backups });
    });
  } catch (error) {
    copied.error = reasonOf(error, set);
  }
  await keepState(env, { ...state, triedAt: now.toISOString(), error: copied.error });
  return copied;
}

/** Opens a place and what lies there; closes it after. */
export async function withVault<T>(
  address: PlaceAddress,
  env: Env,
  use: (vault: Vault, place: Place) => Promise<T>,
  temporary = backupFolderOf(env),
): Promise<T> {
  const place = await openPlace(address, env);
  const { BACKUP_COPY_PASSPHRASE: passphrase, BACKUP_COPY_RATE: rate } = env;
  try {
    return await use(new Vault(place, { passphrase, rate, temporary }), place);
  } finally {
    place.close();
  }
}

async function newestOf(backups: string, now: Date): Promise<BackupSet | undefined> {
  return (await listBackupSets(backups)).find(({ madeAt }) => madeAt <= now);
}

function stateOf(env: Env, { text: place }: PlaceAddress, now: Date): PlaceState {
  const known = readPlaceStates(env).find((one) => one.place === place);
  const at = now.toISOString();
  return (
    known ?? {
      place,
      since: at,
      isClaimed: false,
      lastSet: null,
      lastAt: null,
      kept: 0,
      triedAt: at,
      error: null,
    }
  );
}

/** Read once more: a long copy may have waited beside other changes. */
const keepState = (env: Env, state: PlaceState): Promise<void> =>
  writePlaceStates(env, [
    ...readPlaceStates(env).filter(({ place }) => place !== state.place),
    state,
  ]);

function reasonOf(error: unknown, set: BackupSet | undefined): string {
  if (set && !existsSync(path.join(set.folder, MANIFEST))) {
    return `the backup ${set.name} was removed meanwhile; the next try goes on with the newest`;
  }
  const { message } = error instanceof Error ? error : new Error(String(error));
  return message.replaceAll(/\s+/g, ' ').slice(0, 300);
}
