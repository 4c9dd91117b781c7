/**
 * Takes a consistent backup, also while the server runs: `npm run backup`, or into a single file
 * with `-- --file out.tar`. With `--daily` it reads new files and a seventh of the others.
 * `-- copy` copies the newest one to the places of BACKUP_COPY; `-- rehearse` restores it for a while,
 * and opens a letter there.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MANIFEST, backupFolderOf, listBackupSets, nameOfSet } from '#server/backup-sets.ts';
import { dataPaths, lockFile } from '#server/data-folder.ts';
import { roomOn } from '#server/disk-space.ts';
import { syncPath } from '#server/durable-file.ts';
import type { Env } from '#server/env.ts';
import { readEnv } from '#server/env.ts';
import { requireOwner } from '#server/folder-owner.ts';
import { keepFilesPrivate } from '#server/private-files.ts';
import { ROOT } from '#server/root.ts';
import { VERSION } from '#server/version.ts';
import { requireFileDatabase } from './backup/file-only.ts';
import { packSet } from './backup/archive.ts';
import type { Built } from './backup/build.ts';
import { buildSet } from './backup/build.ts';
import { codeOf } from './backup/files.ts';
import { reportOf } from './backup/report.ts';

interface BackupOptions {
  file?: string | undefined;
  readAll: boolean;
  now?: Date;
}

interface Backup extends Built {
  at: string;
  /** Old backups that should have gone, and why they are there. */
  stuck: string[];
}

const UNFINISHED = /^\.part-/;

/**
 * Backs up a data folder (P15); old backups are removed only after a complete new one.
 * @throws Error with one line; nothing is left behind
 */
export async function takeBackup(env: Env, options: BackupOptions): Promise<Backup> {
  const folder = backupFolderOf(env);
  const { size } = await stat(dataPaths(env.DATA_DIR).database).catch(() => {
    throw new Error(`no database in ${env.DATA_DIR}`);
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFile(path.join(folder, '.lock'), 'another backup is already running');
  try {
    for (const name of await readdir(folder)) {
      if (UNFINISHED.test(name)) await rm(path.join(folder, name), { recursive: true });
    }
    if ((await roomOn(folder)) < size) throw new Error(`not enough space in ${folder}`);
    return await build(env, folder, options);
  } finally {
    unlock();
  }
}

async function build(env: Env, folder: string, options: BackupOptions): Promise<Backup> {
  const { file, readAll, now = new Date() } = options;
  const name = nameOfSet(now);
  const set = path.join(folder, `.part-${name}`);
  await mkdir(set, { mode: 0o700 });
  try {
    const older = (await listBackupSets(folder)).map((one) => one.folder);
    const manifest = path.join(set, MANIFEST);
    const built = await buildSet({
      data: env.DATA_DIR,
      set,
      older,
      manifest,
      program: VERSION,
      now,
      readAll: readAll || file !== undefined,
      photosElsewhere: env.PHOTO_STORE !== undefined,
    });
    const at = file ?? path.join(folder, isWhole(built) ? name : `${name}.damaged`);
    if (file !== undefined) await packSet(set, file);
    const stuck = file === undefined ? await keep(set, at, env.BACKUP_KEEP, now) : [];
    return { ...built, at, stuck };
  } finally {
    await rm(set, { recursive: true, force: true });
  }
}

const isWhole = ({ found }: Built): boolean => found.every(({ rescued }) => rescued);

/** @returns the old ones that could not be removed, and why */
async function keep(set: string, at: string, count: number, now: Date): Promise<string[]> {
  if (existsSync(at)) throw new Error(`${at} already exists`);
  await rename(set, at);
  const folder = path.dirname(at);
  await syncPath(folder);
  const sets = (await listBackupSets(folder)).filter(({ madeAt }) => madeAt <= now);
  const oldest = sets.filter((one) => one.isWhole)[count - 1];
  // While the newest backup is damaged, no good one is removed.
  if (!oldest || !sets[0]?.isWhole) return [];
  const stuck: string[] = [];
  for (const one of sets.filter(({ name }) => name < oldest.name)) {
    await rm(one.folder, { recursive: true }).catch((error: unknown) =>
      stuck.push(`${one.name} (${codeOf(error)})`),
    );
  }
  return stuck;
}

const OPTIONS = {
  file: { type: 'string' },
  daily: { type: 'boolean', default: false },
  'new-place': { type: 'boolean', default: false },
  from: { type: 'string' },
  scheduled: { type: 'boolean', default: false },
} as const;

async function main(): Promise<number> {
  keepFilesPrivate();
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const env = readEnv(process.env);
  requireFileDatabase(env);
  requireOwner(env.DATA_DIR);
  const [doing, ...others] = positionals;
  if (others.length > 0) throw new Error(USAGE);
  // Loaded only when asked for: each takes memory beside the server.
  if (doing === 'copy') {
    const { copyCommand } = await import('./copies/command.ts');
    return copyCommand(env, values['new-place']);
  }
  if (doing === 'rehearse') {
    const { rehearseCommand } = await import('./rehearsal/command.ts');
    return rehearseCommand(env, { from: values.from, isScheduled: values.scheduled });
  }
  if (doing !== undefined) throw new Error(USAGE);
  return takeCommand(env, values.daily, values.file);
}

const USAGE =
  'usage: npm run backup [-- --file FILE | copy [--new-place] | rehearse [--from PLACE]]';

async function takeCommand(env: Env, isDaily: boolean, name: string | undefined): Promise<number> {
  // npm changes to the project folder; paths are relative to where the user is.
  const file = name && path.resolve(process.env['INIT_CWD'] ?? ROOT, name);
  const backup = await takeBackup(env, { file, readAll: !isDaily });
  const { text, isGood } = reportOf({ ...backup, photoStore: env.PHOTO_STORE });
  (isGood ? console.log : console.error)(text);
  return isGood ? 0 : 1;
}

const FAILED: Record<string, string> = {
  copy: 'Nothing was copied',
  rehearse: 'Nothing was rehearsed',
};

if (import.meta.main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    const what = FAILED[process.argv[2] ?? ''] ?? 'No backup was taken';
    console.error(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
