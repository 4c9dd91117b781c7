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
import { MINUTE_MS } from '../lib/durations.ts';

const LOOK_EVERY_MS = 5 * MINUTE_MS;
/** Wait until startup is over. */
const FIRST_LOOK_MS = MINUTE_MS;
const RETRY_MS = 60 * MINUTE_MS;
/** Lowest priority, behind pages and image processing. */
const NICENESS = 19;
const KEPT_OUTPUT = 2000;

type Parts = Pick<Runtime, 'env' | 'clock' | 'log' | 'db'>;

interface BackupSchedule {
  /** Takes a backup if one is due; resolves when done. */
  look(): Promise<void>;
  start(): void;
  stop(): void;
}

/**
 * The daily backup, in a separate process. Existing backups decide whether one is due, so a server
 * that was down at the hour takes it after its start.
 */
export function makeBackupSchedule(rt: Parts, firstLookMs = FIRST_LOOK_MS): BackupSchedule {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failedAt = -Infinity;
  let looking: Promise<void> | undefined;

  const take = async (): Promise<void> => {
    if (rt.clock.now().getTime() - failedAt < RETRY_MS || !(await isDue(rt))) return;
    child = startBackup(rt);
    const { code, output } = await ended(child);
    if (child.killed) return;
    if (code === 0) {
      rt.log.info({ output }, 'backup taken');
      return;
    }
    failedAt = rt.clock.now().getTime();
    rt.log.error({ output }, 'backup failed, or the data folder is damaged');
  };
  const look = (): Promise<void> =>
    (looking ??= take()
      .catch((error: unknown) => rt.log.error({ err: error }, 'backup not started'))
      .finally(() => (looking = undefined)));
  const repeat = (): void => {
    timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
    void look();
  };
  return {
    look,
    start: () => void (timer = setTimeout(repeat, firstLookMs).unref()),
    stop() {
      clearTimeout(timer);
      clearInterval(timer);
      child?.kill();
    },
  };
}

async function isDue({ env, clock, db }: Parts): Promise<boolean> {
  if (env.BACKUP_HOUR === null || isDemoFolder(env.DATA_DIR)) return false;
  const [newest] = await listBackupSets(backupFolderOf(env));
  const since = newest?.madeAt ?? (await madeAt(db));
  return isBackupDue(since, env.BACKUP_HOUR, clock.now());
}

/** A new server has nothing to back up before the first night. */
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

async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(0, KEPT_OUTPUT);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output.trim() };
}
