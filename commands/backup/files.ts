import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncPath } from '../../src/server/durable-file.ts';

export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);

/** Size of a file; null when there is none. */
export const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );

/** @returns hex; null when there is no such file, or the disk cannot read it. */
export async function hashOf(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
      hash.update(chunk as Buffer);
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EIO') return null;
    throw error;
  }
  return hash.digest('hex');
}

const identityOf = (file: string): Promise<string | null> =>
  stat(file).then(
    ({ dev, ino }) => `${dev}/${ino}`,
    () => null,
  );

/** Whether both names lead to the same bytes on the disk. */
export async function areOneFile(a: string, b: string): Promise<boolean> {
  const one = await identityOf(a);
  return one !== null && one === (await identityOf(b));
}

/** Such a file system knows no second name for a file, or not across disks. */
const NO_LINK = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EACCES'];

/** @returns whether it is there now; false where links cannot be made. @throws ENOENT */
export async function linkFile(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return true;
    if (NO_LINK.includes(codeOf(error))) return false;
    throw error;
  }
}

/** Copies durably; half a copy is never seen under the name. @throws ENOENT */
export async function copyDurably(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, `${to}.copying`, constants.COPYFILE_FICLONE);
    await syncPath(`${to}.copying`);
    await rename(`${to}.copying`, to);
  } catch (error) {
    await rm(`${to}.copying`, { force: true });
    throw error;
  }
}

/** All files under a folder, as paths from there. */
export async function* filesUnder(folder: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = path.posix.join(below, entry.name);
    if (entry.isDirectory()) yield* filesUnder(folder, name);
    else yield name;
  }
}

/** Makes the names in a folder and all below it durable. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(path.join(folder, entry.name));
  }
  await syncPath(folder);
}

/** Makes the folder of a file. */
export async function makeFolderOf(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
}
