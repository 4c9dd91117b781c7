import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { syncPath } from '#server/durable-file.ts';
import type { BucketAddress } from '#server/s3/parse-bucket-address.ts';
import { filesUnder, syncFolders } from '../backup/files.ts';
import { readable } from '../verify/findings.ts';
import { verifyDataFolder } from '../verify.ts';

/**
 * Before anything is moved: the database is sound and not from a newer version, rows and files
 * agree, and everything is synced to disk.
 * @throws Error
 */
export async function checkStage(
  stage: string,
  acceptDamaged: boolean,
  photoStore?: BucketAddress,
): Promise<void> {
  // The contents were verified while unpacking.
  const found = await verifyDataFolder(stage, {
    graceMs: 0,
    readAll: false,
    ...(photoStore && { photoStore }),
  });
  // A bucket also holds the photos that came after the backup.
  const findings = found.findings.filter(({ kind }) => !photoStore || kind !== 'foreign');
  if (findings.length > 0 && !acceptDamaged) {
    const inBucket = findings.every(({ kind }) => kind === 'missing' || kind === 'damaged');
    const next =
      photoStore && inBucket
        ? `\nNext: bring back the old versions of these photos in the bucket ${photoStore.bucket}, and restore again.`
        : '';
    throw new Error(readable({ ...found, findings }) + next);
  }
  await syncAll(stage);
}

/** File by file takes minutes. */
async function syncAll(folder: string): Promise<void> {
  try {
    await promisify(execFile)('sync', ['-f', folder]);
  } catch {
    for await (const name of filesUnder(folder)) await syncPath(path.join(folder, name));
    await syncFolders(folder);
  }
}
