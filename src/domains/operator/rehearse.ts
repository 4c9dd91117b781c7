import { HOUR_MS, MINUTE_MS } from '#lib/durations.ts';
import { backupFolderOf, listBackupSets } from '#server/backup-sets.ts';
import { readRehearsal, writeRehearsal } from '#server/copies/state.ts';
import { removeLeftRehearsal } from '#server/rehearsal-folder.ts';
import { runBackupCommand } from '#server/run-command.ts';
import type { Ending, Lane } from '#server/lane-worker.ts';
import { sweep } from '#server/lane-worker.ts';
import type { AlertParts } from './alert.ts';
import { rehearsalMail, tell } from './alert.ts';
import { rehearsesBackups } from './read-status.ts';
import { isRehearsalDue, placeInTurn } from './rehearsal.ts';

const LOOK_EVERY_MS = 10 * MINUTE_MS;
const FIRST_LOOK_MS = 5 * MINUTE_MS;
const RETRY_MS = HOUR_MS;

/** Rehearses a restore once a month, and tells the operator (domain.md#the-operator-is-told). */
export function rehearsalLane(rt: AlertParts): Lane {
  let endedAt = -Infinity;
  const look = async ({ stopping }: Ending): Promise<void> => {
    if (rt.isDemo) return;
    await removeLeftRehearsal(rt.env);
    const now = rt.clock.now();
    const isDue = now.getTime() - endedAt >= RETRY_MS && (await isDueAt(rt, now));
    if (isDue && !stopping.aborted) {
      await rehearse(rt, stopping);
      endedAt = rt.clock.now().getTime();
    }
    await tellOfRehearsal(rt);
  };
  return { ...sweep('rehearsal', LOOK_EVERY_MS, look), firstMs: FIRST_LOOK_MS };
}

/** Not before the first backup: one that could not be tried would count for the month. */
async function isDueAt({ env }: AlertParts, now: Date): Promise<boolean> {
  if (!rehearsesBackups(env) || env.BACKUP_HOUR === null) return false;
  if (!isRehearsalDue(readRehearsal(env), env.BACKUP_HOUR, now)) return false;
  const sets = await listBackupSets(backupFolderOf(env));
  return sets.some(({ isWhole, madeAt }) => isWhole && madeAt <= now);
}

async function rehearse({ env, clock, log }: AlertParts, stopping: AbortSignal): Promise<void> {
  const places = env.BACKUP_REHEARSAL === 'copies' ? env.BACKUP_COPY : [];
  const now = clock.now();
  const place = placeInTurn(
    places.map(({ text }) => text),
    now,
  );
  const from = place === null ? [] : ['--from', place];
  const before = readRehearsal(env);
  const args = ['rehearse', '--scheduled', ...from];
  const { code, output, wasStopped } = await runBackupCommand(env, args, stopping);
  if (wasStopped) return;
  if (code === 0) {
    log.info({ output }, 'restore rehearsed');
    return;
  }
  log.error({ output }, 'rehearsal of a restore failed');
  if (readRehearsal(env)?.at !== before?.at) return;
  // It ended before it could note its result.
  const nothing = { set: null, files: 0, bytes: 0, seconds: 0, photos: null, isTold: true };
  const error = `it ended with ${String(code)}: ${output.slice(-200)}`;
  const at = now.toISOString();
  const { since = at, goodAt = null } = before ?? {};
  const outcome = 'failed' as const;
  await writeRehearsal(env, { ...nothing, at, since, place, outcome, error, goodAt });
}

/** A failed one is an alert, which is told by itself. */
async function tellOfRehearsal(rt: AlertParts): Promise<void> {
  const rehearsal = readRehearsal(rt.env);
  if (!rehearsal || rehearsal.isTold) return;
  const { OPERATOR_EMAIL, ALERT_URL } = rt.env;
  const isForMail = rehearsal.outcome !== 'failed' && Boolean(OPERATOR_EMAIL ?? ALERT_URL);
  if (isForMail && !(await tell(rt, rehearsalMail(rehearsal)))) return; // next time
  await writeRehearsal(rt.env, { ...rehearsal, isTold: true });
}
