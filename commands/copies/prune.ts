import { existsSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST, nameOfSet } from '#server/backup-sets.ts';
import { readEntries } from '../backup/manifest.ts';
import type { Vault } from './vault.ts';
import { briefly } from './vault.ts';

interface Pruning {
  keep: number;
  now: Date;
  /** Where this machine's backups are: their lists need not be fetched. */
  backups: string;
}

/**
 * Removes the oldest backups beyond `keep`, then the files that no list names.
 * @returns how many backups are there
 * @throws Error; then no file that is named was removed
 */
export async function prune(vault: Vault, { keep, now, backups }: Pruning): Promise<number> {
  const sets = await vault.listSets();
  // One dated later, by a clock that was wrong, neither counts nor goes.
  const past = sets.filter((name) => name.slice(0, 17) <= nameOfSet(now));
  const oldest = past.filter(isWhole)[keep - 1];
  // While the newest backup is damaged, no good one is removed.
  const mayGo = oldest !== undefined && past[0] !== undefined && isWhole(past[0]);
  const gone = mayGo ? past.filter((name) => name < oldest) : [];
  for (const name of gone) await vault.removeList(name);
  const kept = sets.filter((name) => !gone.includes(name));
  if (gone.length > 0) await removeUnnamed(vault, kept, backups);
  return kept.length;
}

const isWhole = (name: string): boolean => !name.endsWith('.damaged');

async function removeUnnamed(vault: Vault, kept: string[], backups: string): Promise<void> {
  const named = new Set<string>();
  for (const set of kept) {
    for await (const sha256 of namedIn(vault, set, backups))
      named.add(briefly(vault.nameOf(sha256)));
  }
  for await (const { name } of vault.listFiles()) {
    if (!named.has(briefly(name))) await vault.removeFile(name);
  }
}

async function* namedIn(vault: Vault, set: string, backups: string): AsyncGenerator<string> {
  const own = path.join(backups, set, MANIFEST);
  const list = existsSync(own) ? own : await vault.readList(set);
  for await (const { sha256 } of readEntries(list)) yield sha256;
}
