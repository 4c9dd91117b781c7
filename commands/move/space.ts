import { statfs } from 'node:fs/promises';
import { roomOn } from '#server/disk-space.ts';
import type { Parts, Place } from './settings.ts';
import type { Side } from './side.ts';
import type { Present } from './stored.ts';
import { BLOCK } from './stored.ts';

const MIB = 1024 * 1024;
/** The same rows can take more in another engine's pages. */
const MARGIN = 1.1;

interface Wanted {
  parts: Parts;
  present: Present;
}

/**
 * Before anything is copied into a folder; a bucket and a database server know their own limits.
 * @throws Error with one line if the folder's disk is too small
 */
export async function requireSpace(source: Side, place: Place, wanted: Wanted): Promise<void> {
  const needed = await bytesNeeded(source, place, wanted);
  const folder = place.env.DATA_DIR;
  const room = await roomOn(folder);
  if (needed === 0 || needed <= room) return;
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  throw new Error(
    `${folder} needs ${mib(needed + free - room)} MB of space, where ${mib(free)} are free; make room, or choose a folder on a larger disk`,
  );
}

const mib = (bytes: number): number => Math.ceil(bytes / MIB);

/** In the data folder of the place. */
export async function bytesNeeded(
  source: Side,
  { env }: Place,
  { parts, present }: Wanted,
): Promise<number> {
  const photos = parts.photos && !env.PHOTO_STORE ? await bytesOfFiles(source) : 0;
  const rows = parts.database && env.DATABASE_URL === undefined ? await source.bytes() : 0;
  return Math.max(0, photos - present.bytes) + Math.ceil(rows * MARGIN);
}

async function bytesOfFiles({ query }: Side): Promise<number> {
  const inBlocks = `(byte_size + ${BLOCK - 1}) / ${BLOCK} * ${BLOCK}`;
  const [sums] = await query(`SELECT
    (SELECT coalesce(sum(${inBlocks}), 0) FROM blob_files),
    (SELECT coalesce(sum(${inBlocks}), 0) FROM blobs WHERE state IN ('stored', 'accepted'))`);
  return (sums ?? []).reduce((sum: number, value) => sum + Number(value), 0);
}
