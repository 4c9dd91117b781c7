import { statfs } from 'node:fs/promises';

const MIB = 1024 * 1024;

interface Reserve {
  mostBytes: number;
  part: number;
}

/** Sign-in, texts and mails need only a few kilobytes (P3). */
const SMALL_THINGS: Reserve = { mostBytes: 100 * MIB, part: 1 / 20 };
/** Trials leave space for paying facilities, however many there are (P27). */
export const GUESTS: Reserve = { mostBytes: 5000 * MIB, part: 1 / 5 };

/** Bytes free beyond a reserve; negative when the reserve is in use. */
export async function roomOn(
  folder: string,
  { mostBytes, part }: Reserve = SMALL_THINGS,
): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize - Math.min(mostBytes, blocks * bsize * part);
}

/** For this user. */
export async function freeBytesOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
