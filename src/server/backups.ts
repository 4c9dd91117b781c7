import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS } from '../lib/durations.ts';
import { civilDateOf, hourOf, startOfDay } from '../lib/calendar.ts';
import { dataPaths } from './data-folder.ts';
import type { Env } from './env.ts';

/** Written last: a folder without it is no backup. */
export const MANIFEST = 'manifest.jsonl';

/** The moment in Tokyo; a set that lacks files says so in its name. */
const SET = /^(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})(\.damaged)?$/;
const ARCHIVE = /\.tar$/;

interface BackupSet {
  name: string;
  folder: string;
  madeAt: Date;
  /** False: a file was missing or damaged when it was taken. */
  isWhole: boolean;
}

/** Where the sets of a server go. */
export const backupFolderOf = ({ BACKUP_DIR, DATA_DIR }: Env): string =>
  BACKUP_DIR ?? dataPaths(DATA_DIR).backups;

/** `2026-11-21-030000`: sorts by time, and no file system minds it. */
export function nameOfSet(madeAt: Date): string {
  const tokyo = new Date(madeAt.getTime() + 9 * HOUR_MS).toISOString();
  return `${tokyo.slice(0, 10)}-${tokyo.slice(11, 19).replaceAll(':', '')}`;
}

function setOf(folder: string, name: string): BackupSet | null {
  const [, day, hour, minute, second, damaged] = SET.exec(name) ?? [];
  if (day === undefined) return null;
  const madeAt = new Date(`${day}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}+09:00`);
  return { name, folder: path.join(folder, name), madeAt, isWhole: damaged === undefined };
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** The finished sets of a folder, newest first. */
export async function listBackupSets(folder: string): Promise<BackupSet[]> {
  const names = await readdir(folder).catch(() => []);
  const found = names.map((name) => setOf(folder, name)).filter((set) => set !== null);
  const finished = await Promise.all(found.map((set) => exists(path.join(set.folder, MANIFEST))));
  return found.filter((_, n) => finished[n]).sort((a, b) => b.name.localeCompare(a.name));
}

/** When the newest whole backup in a folder was made; null while there is none. */
export async function findLastBackup(folder: string): Promise<Date | null> {
  const sets = await listBackupSets(folder);
  const archives = (await readdir(folder).catch(() => [])).filter((name) => ARCHIVE.test(name));
  const times = await Promise.all(
    archives.map(async (name) => (await stat(path.join(folder, name))).mtimeMs),
  );
  const newest = sets.find(({ isWhole }) => isWhole);
  if (newest) times.push(newest.madeAt.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

/**
 * Whether the daily backup is to be taken now.
 * @param since when the last one was made, or the database where there is none yet
 * @param hour of Asia/Tokyo
 */
export function isBackupDue(since: Date, hour: number, now: Date): boolean {
  const today = startOfDay(civilDateOf(now)).getTime() + hour * HOUR_MS;
  const slot = hourOf(now) >= hour ? today : today - 24 * HOUR_MS;
  return since.getTime() < slot;
}
