import path from 'node:path';
import { expect } from 'vitest';
import { copyBackups } from '../../commands/copies/copy.ts';
import { openCopy } from '../../commands/copies/fetch.ts';
import type { Source } from '../../commands/restore/read.ts';
import { restoreBackup } from '../../commands/restore.ts';
import { verifyDataFolder } from '../../commands/verify.ts';
import { readEnv } from '#server/env.ts';
import { backUp, entriesOf, makeFolder } from './backups.ts';
import { makeCast, signedIn } from './cast.ts';
import { DAY } from './clock.ts';
import type { PlaceServer } from './copy-places.ts';
import { jpeg } from './pictures.ts';
import { makeRuntime } from './runtime.ts';
import { drainJobs, uploadPhoto } from './uploads.ts';

export const PASSPHRASE = { BACKUP_COPY_PASSPHRASE: 'a passphrase of the operator' };

/** Names of files with content at a place. */
export const CONTENTS = /^files\//;

export const without = (all: Set<string> | undefined, some: Set<string>): string[] =>
  [...(all ?? [])].filter((name) => !some.has(name));

export const isSound = async (folder: string): Promise<void> => {
  expect((await verifyDataFolder(folder, { graceMs: 0 })).findings).toEqual([]);
};

/** A facility whose backups are copied to a new place. @param more settings */
export async function makeCopiedFacility(server: PlaceServer, more: Record<string, string> = {}) {
  const rt = await makeRuntime();
  const actor = await signedIn(rt, (await makeCast(rt)).general);
  const place = await server.fresh();
  const settingsWith = (others: Record<string, string> = {}) => ({
    DATA_DIR: rt.dataDir,
    BACKUP_COPY: place.url,
    ...server.settings,
    ...more,
    ...others,
  });
  const env = readEnv(settingsWith());
  return {
    rt,
    actor,
    place,
    env,
    settingsWith,
    async photo(): Promise<string> {
      const bytes = await jpeg({ width: 300, height: 200 });
      const { id } = await uploadPhoto(rt, actor, { bytes });
      await drainJobs(rt);
      return id;
    },
    /** Takes the next day's backup. @returns its name */
    async daily(): Promise<string> {
      rt.clock.advance(DAY);
      return path.basename((await backUp(env, { now: rt.clock.now() })).at);
    },
    async copy(options: Parameters<typeof copyBackups>[1] = { isSure: true }) {
      const [one] = await copyBackups(env, { now: rt.clock.now(), ...options });
      return one;
    },
    /** Names of files at a place without a passphrase. */
    async namedBy(name: string): Promise<Set<string>> {
      const entries = await entriesOf(path.join(rt.dataDir, 'backups', name));
      return new Set(entries.map(({ sha256 }) => `files/${sha256.slice(0, 2)}/${sha256}`));
    },
    /** @param name of a backup, the newest without it. @returns a data folder */
    async restored(name?: string): Promise<string> {
      const to = path.join(await makeFolder(), 'restored');
      await openCopy(place.url, name, env, (source) => restoreBackup(source, to));
      return to;
    },
    /** @returns what was left out of the newest */
    async restoredWithout(): Promise<string[]> {
      const to = path.join(await makeFolder(), 'restored');
      const accept = (source: Source) => restoreBackup(source, to, { acceptDamaged: true });
      return (await openCopy(place.url, undefined, env, accept)).lacking;
    },
  };
}

type CopiedFacility = Awaited<ReturnType<typeof makeCopiedFacility>>;

/** Copies two days, of which the second has one photo more. */
export async function copyTwoDays(facility: CopiedFacility): Promise<void> {
  const { photo, daily, copy, namedBy } = facility;
  await photo();
  const before = await namedBy(await daily());
  expect(await copy()).toMatchObject({ error: null, files: before.size });
  await photo();
  const fresh = without(await namedBy(await daily()), before);
  expect(await copy()).toMatchObject({ error: null, files: fresh.length });
  expect(fresh.length).toBeLessThan(before.size);
  expect(await copy()).toMatchObject({ error: null, files: 0 });
}
