import { statfs } from 'node:fs/promises';

const MIB = 1024 * 1024;

/** What is left alone at the end of a disk: so much, or this part of a small disk. */
interface Reserve {
  mostBytes: number;
  part: number;
}

/** Signing in, texts and mails write a few kilobytes and go on (P3). */
const SMALL_THINGS: Reserve = { mostBytes: 100 * MIB, part: 1 / 20 };
/** Trials leave room to those who have come to stay, however many are begun (P27). */
export const GUESTS: Reserve = { mostBytes: 5000 * MIB, part: 1 / 5 };

/**
 * What is left of a disk beyond a reserve.
 * @returns bytes; negative when the reserve itself is being used up.
 */
export async function roomOn(
  folder: string,
  { mostBytes, part }: Reserve = SMALL_THINGS,
): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize - Math.min(mostBytes, blocks * bsize * part);
}
