import { sql } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '#lib/durations.ts';
import { backupFolderOf, isBackupDue, listBackupSets } from '#server/backup-sets.ts';
import { isDemoFolder } from '#server/demo-folder.ts';
import type { Lane } from '#server/lane-worker.ts';
import { sweep } from '#server/lane-worker.ts';
import { runBackupCommand } from '#server/run-command.ts';
import type { Runtime } from '#server/runtime.ts';
import { readPlaceStates } from './state.ts';

const LOOK_EVERY_MS = 5 * MINUTE_MS;
const RETRY_MS = HOUR_MS;

type Parts = Pick<Runtime, 'env' | 'clock' | 'log' | 'db'>;

/** A backup that was missed while the server was down is made up. */
export function backupLane(rt: Parts): Lane {
  let takenAt = new Date(0);
  return commandLane(rt, {
    name: 'backup',
    firstMs: MINUTE_MS,
    command: '--daily',
    isDue: (now) => isBackupMissing(rt, takenAt, now),
    done: () => {
      takenAt = rt.clock.now();
      return 'backup taken';
    },
    failed: 'backup failed, or the data folder is damaged',
  });
}

/** Copies a finished backup to the places of BACKUP_COPY. */
export const copyLane = (rt: Omit<Parts, 'db'>): Lane =>
  commandLane(rt, {
    name: 'copies',
    firstMs: 2 * MINUTE_MS,
    command: 'copy',
    isDue: (now) => isCopyMissing(rt, now),
    done: () => 'backup copied',
    failed: 'backup not copied',
  });

interface Work {
  name: string;
  firstMs: number;
  command: string;
  isDue: (now: Date) => Promise<boolean>;
  done: () => string;
  failed: string;
}

/** In a separate process; what has failed is tried again in an hour. */
function commandLane(rt: Omit<Parts, 'db'>, work: Work): Lane {
  const { name, firstMs, command, isDue, done, failed } = work;
  let failedAt = -Infinity;
  const lane = sweep(name, LOOK_EVERY_MS, async ({ stopping }) => {
    const now = rt.clock.now();
    if (now.getTime() - failedAt < RETRY_MS || !(await isDue(now)) || stopping.aborted) return;
    const { code, output, wasStopped } = await runBackupCommand(rt.env, [command], stopping);
    if (wasStopped) return;
    if (code === 0) {
      rt.log.info({ output }, done());
      return;
    }
    failedAt = rt.clock.now().getTime();
    rt.log.error({ output }, failed);
  });
  return { ...lane, firstMs };
}

/** @param takenAt by this process */
async function isBackupMissing({ env, db }: Parts, takenAt: Date, now: Date): Promise<boolean> {
  if (env.BACKUP_HOUR === null || isDemoFolder(env.DATA_DIR)) return false;
  const sets = await listBackupSets(backupFolderOf(env));
  // One dated later, by a clock that was wrong, does not count.
  const newest = sets.find(({ madeAt }) => madeAt <= now);
  const since = newest?.madeAt ?? (await madeAt(db));
  return isBackupDue(since > takenAt ? since : takenAt, env.BACKUP_HOUR, now);
}

/** When the database was created: a new server has nothing to back up yet. */
async function madeAt(db: Parts['db']): Promise<Date> {
  const { rows } = await sql<{ first: string }>`
    SELECT min(timestamp) AS first FROM kysely_migration`.execute(db);
  return new Date(rows[0]?.first ?? 0);
}

/** Whether a place lacks the newest backup, and did not fail within the hour. */
async function isCopyMissing({ env }: Pick<Parts, 'env'>, now: Date): Promise<boolean> {
  if (env.BACKUP_COPY.length === 0 || isDemoFolder(env.DATA_DIR)) return false;
  const sets = await listBackupSets(backupFolderOf(env));
  const newest = sets.find(({ madeAt }) => madeAt <= now);
  if (!newest) return false;
  const states = readPlaceStates(env);
  return env.BACKUP_COPY.some(({ text }) => {
    const state = states.find(({ place }) => place === text);
    if (!state) return true;
    const passed = now.getTime() - Date.parse(state.triedAt);
    // In the future: the clock was wrong.
    const isRecent = passed >= 0 && passed < RETRY_MS;
    return state.lastSet !== newest.name && !(state.error !== null && isRecent);
  });
}
