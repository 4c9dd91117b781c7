import { HOUR_MS, MINUTE_MS } from '#lib/durations.ts';
import { backupFolderOf, listBackupSets } from '#server/backup-sets.ts';
import { isDemoFolder } from '#server/demo-folder.ts';
import { runBackupCommand } from '#server/run-command.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Ending, Lane } from '#server/lane-worker.ts';
import { sweep } from '#server/lane-worker.ts';
import { readPlaceStates } from './state.ts';

const LOOK_EVERY_MS = 5 * MINUTE_MS;
const FIRST_LOOK_MS = 2 * MINUTE_MS;
const RETRY_MS = HOUR_MS;

type Parts = Pick<Runtime, 'env' | 'clock' | 'log'>;

/** Copies a finished backup to the places of BACKUP_COPY, in a separate process. */
export function copyLane(rt: Parts): Lane {
  let failedAt = -Infinity;
  const copy = async ({ stopping }: Ending): Promise<void> => {
    const now = rt.clock.now();
    if (now.getTime() - failedAt < RETRY_MS || !(await isDue(rt, now))) return;
    if (stopping.aborted) return;
    const { code, output, wasStopped } = await runBackupCommand(rt.env, ['copy'], stopping);
    if (wasStopped) return;
    if (code === 0) {
      rt.log.info({ output }, 'backup copied');
      return;
    }
    failedAt = rt.clock.now().getTime();
    rt.log.error({ output }, 'backup not copied');
  };
  return { ...sweep('copies', LOOK_EVERY_MS, copy), firstMs: FIRST_LOOK_MS };
}

/** Whether a place lacks the newest backup, and did not fail within the hour. */
async function isDue({ env }: Parts, now: Date): Promise<boolean> {
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
