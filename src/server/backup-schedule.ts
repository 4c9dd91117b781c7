import { sql } from 'kysely';
import { backupFolderOf, isBackupDue, listBackupSets } from './backup-sets.ts';
import { isDemoFolder } from './demo-folder.ts';
import { runBackupCommand } from './run-command.ts';
import type { Runtime } from './runtime.ts';
import type { Ending, Lane } from './lane-worker.ts';
import { sweep } from './lane-worker.ts';
import { MINUTE_MS } from '#lib/durations.ts';

const LOOK_EVERY_MS = 5 * MINUTE_MS;
const FIRST_LOOK_MS = MINUTE_MS;
const RETRY_MS = 60 * MINUTE_MS;

type Parts = Pick<Runtime, 'env' | 'clock' | 'log' | 'db'>;

/** In a separate process; a backup missed while the server was down is made up. */
export function backupLane(rt: Parts): Lane {
  let failedAt = -Infinity;
  let takenAt = new Date(0);
  const take = async ({ stopping }: Ending): Promise<void> => {
    if (rt.clock.now().getTime() - failedAt < RETRY_MS || !(await isDue(rt, takenAt))) return;
    if (stopping.aborted) return;
    const { code, output, wasStopped } = await runBackupCommand(rt.env, ['--daily'], stopping);
    if (wasStopped) return;
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
