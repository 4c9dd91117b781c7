import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { syncPath } from '../../src/server/durable-file.ts';
import { filesUnder, syncFolders } from '../backup/files.ts';
import { readable } from '../verify/findings.ts';
import { verifyDataFolder } from '../verify.ts';

/**
 * Before anything is put in place: the database is sound and of no newer program, rows and files
 * agree, and all of it is on the disk.
 * @throws Error
 */
export async function checkStage(stage: string, acceptDamaged: boolean): Promise<void> {
  // The files have just been read; whether each is there is enough.
  const found = await verifyDataFolder(stage, { graceMs: 0, readAll: false });
  if (found.findings.length > 0 && !acceptDamaged) throw new Error(readable(found));
  await syncAll(stage);
}

/** One call for the whole disk where the system has it: a file at a time takes minutes. */
async function syncAll(folder: string): Promise<void> {
  try {
    await promisify(execFile)('sync', ['-f', folder]);
  } catch {
    for await (const name of filesUnder(folder)) await syncPath(path.join(folder, name));
    await syncFolders(folder);
  }
}
