import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readEntries } from '../backup/manifest.ts';
import type { Source } from '../restore/read.ts';

/** How much a backup takes when it is restored. @param folder for its list of files, for a moment */
export async function bytesOf({ list }: Source, folder: string): Promise<number> {
  const file = path.join(folder, 'list');
  let bytes = 0;
  try {
    await pipeline(await list(), createWriteStream(file, { mode: 0o600 }));
    for await (const { size } of readEntries(file)) bytes += size;
  } finally {
    await rm(file, { force: true });
  }
  return bytes;
}
