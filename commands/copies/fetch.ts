import os from 'node:os';
import path from 'node:path';
import { MANIFEST } from '#server/backup-sets.ts';
import type { PlaceAddress } from '#server/copies/parse-place.ts';
import { parsePlace } from '#server/copies/parse-place.ts';
import type { Env } from '#server/env.ts';
import { readEntries } from '../backup/manifest.ts';
import type { Content, Source } from '../restore/read.ts';
import { withVault } from './copy.ts';
import type { Vault } from './vault.ts';

/** @throws Error with one line */
function placeOf(text: string): PlaceAddress {
  const place = parsePlace(text);
  if (!place) throw new Error(`${text} is not file:///…, sftp://user@host/… or s3://bucket/…`);
  return place;
}

/** The copies at a place, newest first. @throws Error with one line if there are none */
export const listCopies = (text: string, env: Env): Promise<string[]> =>
  withVault(placeOf(text), env, (vault) => setsIn(vault, text), os.tmpdir());

async function setsIn(vault: Vault, text: string): Promise<string[]> {
  const marker = await vault.readMarker();
  if (marker && marker.seal !== null && vault.sealMark === null) {
    throw new Error(`the copies in ${text} are encrypted: set BACKUP_COPY_PASSPHRASE`);
  }
  if (marker && marker.seal !== vault.sealMark) {
    throw new Error(`the copies in ${text} have another passphrase, or none`);
  }
  const sets = await vault.listSets();
  if (sets.length === 0) throw new Error(`there are no copies in ${text}`);
  return sets;
}

/**
 * Opens a copy for restoring it.
 * @param name of the backup; the newest whole one without it
 * @throws Error with one line
 */
export async function openCopy<T>(
  text: string,
  name: string | undefined,
  env: Env,
  use: (source: Source) => Promise<T>,
): Promise<T> {
  const open = async (vault: Vault): Promise<T> => {
    const sets = await setsIn(vault, text);
    const set = name ?? sets.find((one) => !one.endsWith('.damaged')) ?? sets[0] ?? '';
    if (!sets.includes(set)) throw new Error(`there is no ${set} in ${text}; --list shows all`);
    return use(sourceIn(vault, set, `${text} ${set}`));
  };
  return withVault(placeOf(text), env, open, os.tmpdir());
}

const sourceIn = (vault: Vault, set: string, name: string): Source => ({
  name,
  set,
  list: () => vault.readList(set),
  async *contents(stage): AsyncGenerator<Content> {
    yield { path: MANIFEST, content: () => vault.readList(set) };
    for await (const { path: file, sha256, damage } of readEntries(path.join(stage, MANIFEST))) {
      if (damage === undefined) yield { path: file, content: () => vault.readFile(sha256) };
    }
  },
});
