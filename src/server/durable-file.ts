import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Writes a small file durably: fsync, rename, fsync of the folder. */
export function writeDurably(file: string, content: string): void {
  const temporary = `${file}.new`;
  writeFileSync(temporary, content, { flush: true });
  renameSync(temporary, file);
  const folder = openSync(path.dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Renames a finished temporary file durably (P2). */
export async function publish(temporary: string, file: string): Promise<void> {
  await syncPath(temporary);
  await rename(temporary, file);
  await syncPath(path.dirname(file));
}

export async function syncPath(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
