import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Entry } from './manifest.ts';
import {
  areOneFile,
  copyDurably,
  hashOf,
  isUnreadable,
  linkFile,
  makeFolderOf,
  sizeOf,
} from './files.ts';
import type { NamedFile } from '#server/named-files.ts';
import { DAY_MS } from '#lib/durations.ts';

export interface Folders {
  data: string;
  set: string;
  /** Newest first. */
  older: string[];
}

/**
 * Links a file, or copies it to another disk, reusing the newest backup's.
 * @returns false if the data folder has no such file that can be read
 */
export async function placeFile({ data, set, older }: Folders, file: NamedFile): Promise<boolean> {
  const [from, to] = [path.join(data, file.path), path.join(set, file.path)];
  if ((await sizeOf(to)) !== null) return true;
  try {
    await makeFolderOf(to);
    if (await linkFile(from, to)) return true;
    await stat(from);
    const before = path.join(older[0] ?? set, file.path);
    if ((await sizeOf(before)) === file.size && (await linkFile(before, to))) return true;
    await copyDurably(from, to);
    return true;
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  }
}

/** Every file is read at least that often. */
const READ_WITHIN_DAYS = 7;

export interface Damage {
  path: string;
  damage: 'missing' | 'changed';
  rescued: boolean;
}

interface Confirmed {
  entry: Entry;
  found?: Damage;
}

/** Checks the size, and reads a file that is new, once a week, or always with `readAll`. */
export async function confirmFile(
  folders: Folders,
  file: NamedFile,
  { readAll, now }: { readAll: boolean; now: Date },
): Promise<Confirmed> {
  const inSet = path.join(folders.set, file.path);
  const day = Math.floor(now.getTime() / DAY_MS) % READ_WITHIN_DAYS;
  const isItsDay = parseInt(file.sha256.slice(0, 6), 16) % READ_WITHIN_DAYS === day;
  const mustRead = readAll || isItsDay || !(await isKnown(folders, file, inSet));
  const damage = await damageOf(inSet, file, mustRead);
  if (damage === null) {
    // On another disk the backup has its own copy, so check the original too.
    const live = path.join(folders.data, file.path);
    const isOther = mustRead && !(await areOneFile(live, inSet));
    const gone = isOther ? await damageOf(live, file, true) : null;
    return confirmed(file, gone, true);
  }
  await rm(inSet, { force: true });
  if ((await placeFile({ ...folders, older: [] }, file)) && !(await damageOf(inSet, file, true))) {
    return confirmed(file, null, true);
  }
  await rm(inSet, { force: true });
  return confirmed(file, damage, await rescueFile(folders, file, inSet));
}

const confirmed = (
  { path, size, sha256 }: NamedFile,
  damage: Damage['damage'] | null,
  rescued: boolean,
): Confirmed => ({
  entry: { path, size, sha256, ...(damage && !rescued && { damage }) },
  ...(damage && { found: { path, damage, rescued } }),
});

const isKnown = async ({ older: [newest] }: Folders, { path: name }: NamedFile, inSet: string) =>
  newest !== undefined && (await areOneFile(inSet, path.join(newest, name)));

async function damageOf(
  at: string,
  { size, sha256 }: NamedFile,
  mustRead: boolean,
): Promise<Damage['damage'] | null> {
  const actual = await sizeOf(at);
  if (actual === null) return 'missing';
  if (actual !== size) return 'changed';
  return mustRead && (await hashOf(at)) !== sha256 ? 'changed' : null;
}

async function rescueFile({ older }: Folders, file: NamedFile, to: string): Promise<boolean> {
  for (const set of older) {
    const from = path.join(set, file.path);
    if (await damageOf(from, file, true)) continue;
    if (!(await linkFile(from, to))) await copyDurably(from, to);
    return true;
  }
  return false;
}
