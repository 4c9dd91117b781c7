import { statfs } from 'node:fs/promises';

const MIB = 1024 * 1024;
const MOST_KEPT = 100 * MIB;

/**
 * What is left of a disk beyond a reserve that large things leave alone: 100 MiB, or a twentieth
 * of a small disk. Signing in, texts and mails write a few kilobytes and go on (safety, P3).
 * @returns bytes; negative when the reserve itself is being used up.
 */
export async function roomOn(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize - Math.min(MOST_KEPT, (blocks * bsize) / 20);
}
