import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncPath } from '#server/durable-file.ts';

export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);

/** Missing, on a bad part of the disk, or not this user's: of one file, whatever is tried. */
const UNREADABLE = ['ENOENT', 'EIO', 'EACCES'];

export const isUnreadable = (error: unknown): boolean => UNREADABLE.includes(codeOf(error));

/** null if it does not exist. */
export const sizeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );

/** SHA-256 in hex. */
export async function hashOfStream(content: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** @returns hex; null if the file is missing or unreadable */
export async function hashOf(file: string): Promise<string | null> {
  try {
    return await hashOfStream(createReadStream(file, { highWaterMark: 256 * 1024 }));
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

const identityOf = (file: string): Promise<string | null> =>
  stat(file).then(
    ({ dev, ino }) => `${dev}/${ino}`,
    () => null,
  );

export async function areOneFile(a: string, b: string): Promise<boolean> {
  const one = await identityOf(a);
  return one !== null && one === (await identityOf(b));
}

/** Without hard links, or across disks. */
const NO_LINK = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EACCES'];

/** @returns false if links are not possible. @throws ENOENT */
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

/** Through a temporary name. @throws ENOENT */
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

/** As relative paths. */
export async function* filesUnder(folder: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = path.posix.join(below, entry.name);
    if (entry.isDirectory()) yield* filesUnder(folder, name);
    else yield name;
  }
}

/** A folder and all folders below it. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(path.join(folder, entry.name));
  }
  await syncPath(folder);
}

export async function makeFolderOf(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
}
