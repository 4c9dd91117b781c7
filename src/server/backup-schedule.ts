import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { backupFolderOf, isBackupDue, listBackupSets } from './backups.ts';
import { isDemoFolder } from './demo-folder.ts';
import { lowerPriority } from './priority.ts';
import { ROOT } from './root.ts';
import type { Runtime } from './runtime.ts';
import type { Ending, Lane } from './worker.ts';
import { sweep } from './worker.ts';
import { MINUTE_MS } from '#lib/durations.ts';

const LOOK_EVERY_MS = 5 * MINUTE_MS;
const FIRST_LOOK_MS = MINUTE_MS;
const RETRY_MS = 60 * MINUTE_MS;
const NICENESS = 19;
const KEPT_OUTPUT = 2000;

type Parts = Pick<Runtime, 'env' | 'clock' | 'log' | 'db'>;

/** In a separate process; a backup missed while the server was down is made up. */
export function backupLane(rt: Parts): Lane {
  let failedAt = -Infinity;
  let takenAt = new Date(0);
  const take = async ({ stopping }: Ending): Promise<void> => {
    if (rt.clock.now().getTime() - failedAt < RETRY_MS || !(await isDue(rt, takenAt))) return;
    if (stopping.aborted) return;
    const child = startBackup(rt);
    const { code, output } = await ended(child, stopping);
    if (child.killed) return;
    if (code === 0) {
      takenAt = rt.clock.now();
      rt.log.info({ output }, 'backup taken');
      return;
    }
    failedAt = rt.clock.now().getTime();
    rt.log.error({ output }, 'backup failed, or the data folder is damaged');
  };
  return { ...sweep('backup', LOOK_EVERY_MS, take), firstMs: FIRST_LOOK_MS };
}

/** @param takenAt by this process */
async function isDue({ env, clock, db }: Parts, takenAt: Date): Promise<boolean> {
  if (env.BACKUP_HOUR === null || isDemoFolder(env.DATA_DIR)) return false;
  const now = clock.now();
  const sets = await listBackupSets(backupFolderOf(env));
  // One dated later, by a clock that was wrong, does not count.
  const newest = sets.find(({ madeAt }) => madeAt <= now);
  const since = newest?.madeAt ?? (await madeAt(db));
  return isBackupDue(since > takenAt ? since : takenAt, env.BACKUP_HOUR, now);
}

/** The last backup, or the creation of the database: a new server has nothing to back up yet. */
async function madeAt(db: Parts['db']): Promise<Date> {
  const { rows } = await sql<{ first: string }>`
    SELECT min(timestamp) AS first FROM kysely_migration`.execute(db);
  return new Date(rows[0]?.first ?? 0);
}

function startBackup({ env }: Parts): ChildProcess {
  const { DATA_DIR, BACKUP_DIR = '', BACKUP_KEEP } = env;
  const child = spawn(process.execPath, [path.join(ROOT, 'commands/backup.ts'), '--daily'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR, BACKUP_DIR, BACKUP_KEEP: String(BACKUP_KEEP) },
  });
  if (child.pid !== undefined) lowerPriority(child.pid, NICENESS);
  return child;
}

async function ended(
  child: ChildProcess,
  stopping: AbortSignal,
): Promise<{ code: number | null; output: string }> {
  const kill = (): void => void child.kill();
  stopping.addEventListener('abort', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(0, KEPT_OUTPUT);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  stopping.removeEventListener('abort', kill);
  return { code, output: output.trim() };
}
