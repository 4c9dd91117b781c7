import path from 'node:path';
import { MANIFEST } from '#server/backup-sets.ts';
import { hashOf } from '../backup/files.ts';
import type { Entry } from '../backup/manifest.ts';
import { readEntries } from '../backup/manifest.ts';
import type { Vault } from './vault.ts';
import { briefly } from './vault.ts';

const AT_ONCE = 4;

export interface Sent {
  files: number;
  bytes: number;
}

/**
 * Sends the files of a backup that are not there yet, then its list. One that was interrupted goes on
 * where it ended.
 * @param folder the finished backup. @throws Error with one line
 */
export async function sendSet(
  vault: Vault,
  { folder, name }: { folder: string; name: string },
  isSlow: boolean,
): Promise<Sent> {
  const there = new Map<string, number>();
  for await (const { name: stored, size } of vault.listFiles()) there.set(briefly(stored), size);
  const sent: Sent = { files: 0, bytes: 0 };
  const entries = readEntries(path.join(folder, MANIFEST));
  const work = async (): Promise<void> => {
    // One that fails ends the list for all.
    for await (const entry of entries) {
      const stored = briefly(vault.nameOf(entry.sha256));
      if (entry.damage !== undefined || there.get(stored) === vault.sizeOf(entry)) continue;
      there.set(stored, vault.sizeOf(entry)); // the same picture may occur twice
      await sendFile(vault, path.join(folder, entry.path), entry);
      sent.files++;
      sent.bytes += entry.size;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: isSlow ? 1 : AT_ONCE }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  await vault.sendList(path.join(folder, MANIFEST), name);
  return sent;
}

/** Under the hash of its content there must be nothing else. */
async function sendFile(vault: Vault, file: string, entry: Entry): Promise<void> {
  if ((await hashOf(file)) !== entry.sha256) {
    throw new Error(`${entry.path} is damaged in the backup on this machine`);
  }
  await vault.sendFile(file, entry);
}
