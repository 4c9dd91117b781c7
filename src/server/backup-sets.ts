import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { HOUR_MS } from '#lib/durations.ts';
import { civilDateOf, hourOf, startOfDay } from '#lib/calendar.ts';
import { dataPaths } from './data-folder.ts';
import type { Env } from './env.ts';

/** Written last: a folder without it is not a backup. */
export const MANIFEST = 'manifest.jsonl';

/** A timestamp in Tokyo time, and `.damaged` if files are missing. */
const SET = /^(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})(\.damaged)?$/;
const ARCHIVE = /\.tar$/;

interface BackupSet {
  name: string;
  folder: string;
  madeAt: Date;
  isWhole: boolean;
}

export const backupFolderOf = ({ BACKUP_DIR, DATA_DIR }: Env): string =>
  BACKUP_DIR ?? dataPaths(DATA_DIR).backups;

/** `2026-11-21-030000`: sorts by time and is valid on every file system. */
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

/** Finished backups in a folder, newest first. */
export async function listBackupSets(folder: string): Promise<BackupSet[]> {
  const names = await readdir(folder).catch(() => []);
  const found = names.map((name) => setOf(folder, name)).filter((set) => set !== null);
  const finished = await Promise.all(found.map((set) => exists(path.join(set.folder, MANIFEST))));
  return found.filter((_, n) => finished[n]).sort((a, b) => b.name.localeCompare(a.name));
}

/**
 * When the newest complete backup was made; null if there is none.
 * @param now one dated later, by a clock that was wrong, says nothing
 */
export async function findLastBackup(folder: string, now = new Date()): Promise<Date | null> {
  const sets = await listBackupSets(folder);
  const archives = (await readdir(folder).catch(() => [])).filter((name) => ARCHIVE.test(name));
  const times = await Promise.all(
    archives.map((name) =>
      stat(path.join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => NaN, // gone meanwhile
      ),
    ),
  );
  times.push(...sets.filter(({ isWhole }) => isWhole).map(({ madeAt }) => madeAt.getTime()));
  const past = times.filter((time) => time <= now.getTime());
  return past.length > 0 ? new Date(Math.max(...past)) : null;
}

/** Whether the daily backup is due. @param since the last backup, or the database's creation */
export function isBackupDue(since: Date, hour: number, now: Date): boolean {
  const today = startOfDay(civilDateOf(now)).getTime() + hour * HOUR_MS;
  const slot = hourOf(now) >= hour ? today : today - 24 * HOUR_MS;
  return since.getTime() < slot;
}

const TotalsSchema = z.object({ files: z.number(), bytes: z.number() });
const LAST_LINE_BYTES = 200;

/** From the end of a finished backup's list. @throws Error if it cannot be read */
export async function readTotals(set: string): Promise<{ files: number; bytes: number }> {
  const list = await open(path.join(set, MANIFEST));
  try {
    const { size } = await list.stat();
    const from = Math.max(0, size - LAST_LINE_BYTES);
    const { buffer, bytesRead } = await list.read({
      buffer: Buffer.alloc(size - from),
      position: from,
    });
    const last = buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').at(-1) ?? '';
    return TotalsSchema.parse(JSON.parse(last));
  } finally {
    await list.close();
  }
}
