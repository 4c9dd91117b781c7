import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { restoreBackup } from '../../commands/restore.ts';
import { verifyDataFolder } from '../../commands/verify.ts';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { openDatabase } from '#server/sqlite/database.ts';
import type { Target } from '../crash/load.ts';
import { call } from '../support/http.ts';
import { ROOT, startServer } from '../support/server.ts';
import type { World } from '../support/world.ts';
import { linkOf, watchLetter } from './latency.ts';

export interface Round {
  files: number;
  snapshots: number;
  backupMs: number;
  restoreMs: number;
  photos: number;
  quietMs: number;
  busyMs: number;
  broken: string[];
}

interface Given {
  folder: string;
  world: World;
  /** Acknowledged before the backup began. */
  known: Set<string>;
  target: Target;
  asFile: boolean;
  n: number;
}

/** Takes a backup, restores it elsewhere, and opens a letter there. */
export async function backUpAndRestore(given: Given): Promise<Omit<Round, 'quietMs'>> {
  const { folder, world, known, target, asFile, n } = given;
  const broken: string[] = [];
  const file = path.join(folder, `${n}.tar`);
  const began = performance.now();
  const taking = backUp(world.dataDir, asFile ? ['--file', file] : []);
  const busyMs = await watchLetter(target.url, world, taking);
  const { output, code } = await taking;
  const backupMs = Math.round(performance.now() - began);
  if (code !== 0) broken.push(`backup ${n}: ${output}`);
  const taken = asFile ? file : await newestSet(world.dataDir);
  const to = path.join(folder, `restored-${n}`);
  const again = performance.now();
  const { files } = await restoreBackup(taken, to);
  const restoreMs = Math.round(performance.now() - again);
  const { findings } = await verifyDataFolder(to, { graceMs: 0 });
  broken.push(...findings.map(({ kind, what }) => `restored ${n}: ${kind} ${what}`));
  const { photos, lost } = await open(to, world, known);
  broken.push(...lost.map((text) => `restored ${n}: ${text}`));
  await rm(to, { recursive: true });
  const snapshots = Number(/(\d+) snapshots?/.exec(output)?.[1] ?? 1);
  return { files, snapshots, backupMs, restoreMs, photos, busyMs, broken };
}

async function newestSet(dataDir: string): Promise<string> {
  const { backups } = dataPaths(dataDir);
  const names = (await readdir(backups)).filter((name) => /^\d/.test(name)).sort();
  return path.join(backups, names.at(-1) ?? '');
}

async function backUp(dataDir: string, args: string[]) {
  const child = spawn(process.execPath, ['commands/backup.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { output: output.trim(), code };
}

/** Serves the restored data: the letter and every photo in it. */
async function open(dataDir: string, world: World, known: Set<string>) {
  const server = await startServer(dataDir, { LOG_LEVEL: 'error', BACKUP_HOUR: 'off' });
  const lost: string[] = [];
  let photos = 0;
  try {
    const db = openDatabase(dataPaths(dataDir).database);
    const items = new Set(
      (await db.selectFrom('items').select('id').execute()).map(({ id }) => id),
    );
    for (const id of known) if (!items.has(id)) lost.push(`item ${id} is lost`);
    await db.destroy();
    const letter = await call(server.url, paths.letter(world.yearMonth, linkOf(world)));
    const addresses = new Set(letter.text.match(/\/photos\/family\/[\w/.-]+/g));
    if (letter.status !== 200 || addresses.size === 0) lost.push(`the letter: ${letter.status}`);
    for (const address of addresses) {
      const { status, body } = await call(server.url, address);
      if (status !== 200 || body.length === 0) lost.push(`${address}: ${status}`);
      photos++;
    }
  } finally {
    if ((await server.stop()) !== 0) lost.push('the server did not exit cleanly');
  }
  return { photos, lost: [...lost, ...server.errors()] };
}
