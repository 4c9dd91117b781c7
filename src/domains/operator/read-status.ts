import { lastReading } from '#domains/delivery/returned/last-reading.ts';
import { backupFolderOf, findLastBackup } from '#server/backup-sets.ts';
import { readPlaceStates, readRehearsal } from '#server/copies/state.ts';
import { isDemoFolder } from '#server/demo-folder.ts';
import { readStopped } from '#domains/delivery/returned/stopped-letters.ts';
import { freeBytesOn } from '#server/disk-space.ts';
import { isHealthy, tryPhotoStore } from '#server/health-check.ts';
import { canRehearse } from '#server/rehearsal-folder.ts';
import type { Runtime } from '#server/runtime.ts';
import { isOn } from '#lib/flags.ts';
import { countJobs, countLostMails, countMails, countRefused, findBirth } from './status-rows.ts';
import type { CopyFacts, Facts } from './status.ts';

export type Observed = Pick<Runtime, 'database' | 'db' | 'env' | 'clock' | 'log' | 'blobs'>;

/** The server's figures. A part that cannot be read is null, and logged. */
export async function readFacts(rt: Observed): Promise<Facts> {
  const [storage, photosAway] = await Promise.all([isHealthy(rt), tryPhotoStore(rt)]);
  const orNull = <T>(reading: Promise<T>): Promise<T | null> =>
    reading.catch((error: unknown) => {
      rt.log.error({ err: error }, 'server state could not be read');
      return null;
    });
  return {
    storage,
    ...(photosAway !== null && { photosAway }),
    freeBytes: await orNull(freeBytesOn(rt.env.DATA_DIR)),
    mails: storage ? await orNull(readMails(rt)) : null,
    stopped: storage ? await orNull(readStopped(rt)) : null,
    returned: storage ? await orNull(readMailbox(rt)) : null,
    jobs: storage ? await orNull(readJobs(rt)) : null,
    backup: storage ? await orNull(readBackup(rt)) : null,
    copies: storage ? readCopies(rt) : null,
    rehearsal: storage ? readRehearsals(rt) : null,
  };
}

async function readMails({ db, clock }: Observed): Promise<NonNullable<Facts['mails']>> {
  const rows = await countMails(db);
  const queued = rows.find(({ state }) => state === 'queued');
  const oldest = queued?.oldest ?? null;
  const refused = await countRefused(db);
  return {
    queued: queued?.n ?? 0,
    failed: rows.find(({ state }) => state === 'failed')?.n ?? 0,
    lost: await countLostMails(db),
    oldestS: oldest === null ? null : secondsSince(oldest, clock.now()),
    refused: refused.reduce((sum, { n }) => sum + n, 0),
    refusedWhy: refused[0]?.last_error ?? null,
  };
}

async function readMailbox(rt: Observed): Promise<NonNullable<Facts['returned']>> {
  const isOn = rt.env.BOUNCE_URL !== undefined && !isDemoFolder(rt.env.DATA_DIR);
  const { goodAt, trouble, unclear } = (await lastReading(rt)) ?? NEVER_READ;
  const never = trouble === null ? 0 : Infinity;
  const ageS = goodAt === null ? never : secondsSince(goodAt, rt.clock.now());
  return { isOn, goodAt, ageS, trouble, unclear };
}

const NEVER_READ = { goodAt: null, trouble: null, unclear: 0 };

async function readJobs({ db, clock }: Observed): Promise<NonNullable<Facts['jobs']>> {
  const rows = await countJobs(db);
  const failed = rows.filter(({ state }) => state === 'failed');
  const sum = (of: typeof rows): number => of.reduce((total, { n }) => total + n, 0);
  const open = rows.filter(({ state }) => state !== 'failed');
  const waits = open.map(({ oldest }) => secondsSince(oldest, clock.now()));
  return {
    queued: sum(open),
    failed: sum(failed),
    lost: sum(failed.filter(({ given_up }) => !isOn(given_up))),
    overdueS: waits.length > 0 ? Math.max(...waits) : null,
  };
}

async function readBackup({ db, env, clock }: Observed): Promise<NonNullable<Facts['backup']>> {
  if (env.BACKUP_HOUR === null && env.DATABASE_URL !== undefined) {
    return { isOn: false, isByDatabase: true, lastAt: null, ageS: 0 };
  }
  const last = await findLastBackup(backupFolderOf(env), clock.now());
  const since = last?.toISOString() ?? (await findBirth(db));
  return {
    isOn: env.BACKUP_HOUR !== null && !isDemoFolder(env.DATA_DIR),
    lastAt: last?.toISOString() ?? null,
    ageS: since === null ? 0 : secondsSince(since, clock.now()),
  };
}

function readCopies({ env, clock }: Observed): CopyFacts[] {
  if (isDemoFolder(env.DATA_DIR)) return [];
  const states = readPlaceStates(env);
  return env.BACKUP_COPY.map(({ text: place }) => {
    const {
      lastAt = null,
      since,
      kept = 0,
      error = null,
    } = states.find((state) => state.place === place) ?? {};
    const from = lastAt ?? since;
    return { place, lastAt, kept, error, ageS: from ? secondsSince(from, clock.now()) : 0 };
  });
}

function readRehearsals({ env, clock }: Observed): NonNullable<Facts['rehearsal']> {
  const last = readRehearsal(env);
  const ageS = last ? secondsSince(last.goodAt ?? last.since, clock.now()) : 0;
  return { isOn: rehearsesBackups(env), last, goodAt: last?.goodAt ?? null, ageS };
}

/** Without backups there is nothing to rehearse. */
export const rehearsesBackups = (env: Observed['env']): boolean =>
  env.BACKUP_REHEARSAL !== 'off' &&
  env.BACKUP_HOUR !== null &&
  canRehearse(env) &&
  !isDemoFolder(env.DATA_DIR);

/** At least 0: a job may be due later. */
const secondsSince = (instant: string, now: Date): number =>
  Math.max(0, Math.round((now.getTime() - Date.parse(instant)) / 1000));
