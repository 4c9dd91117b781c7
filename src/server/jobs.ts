import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Db } from './database.ts';
import { AppError } from '#lib/errors.ts';
import { asAppError } from './failures.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { isInterruptedTooOften } from './interruptions.ts';
import type { Claimant } from './leases.ts';
import { isOver, leaseFrom, whileRenewed } from './leases.ts';
import { newId } from './secrets.ts';
import type { Lane, Worker } from './lane-worker.ts';
import { makeWorker } from './lane-worker.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import { toFlag } from '#lib/flags.ts';

const POLL_MS = 5000;
/** On a full disk, or while the photos' store is away: for as long as it takes. */
const WAITS: Record<number, number> = { 507: 5 * MINUTE_MS, 503: MINUTE_MS };
/** After the last retry the job is given up. */
const BACK_OFF_MS = [5_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];

interface NewJob {
  kind: string;
  hostId: string | null;
  payload: Record<string, string>;
  runAt: Date;
}

export async function enqueueJob(db: Db, job: NewJob): Promise<void> {
  await db
    .insertInto('jobs')
    .values({
      id: newId(),
      host_id: job.hostId,
      kind: job.kind,
      payload: JSON.stringify(job.payload),
      run_at: job.runAt.toISOString(),
      last_error: null,
      created_at: job.runAt.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns whether it was there and not running */
export async function deleteJob(
  db: Db,
  { kind, payload }: Pick<NewJob, 'kind' | 'payload'>,
): Promise<boolean> {
  const rows = await db
    .deleteFrom('jobs')
    .where((eb) => eb.and({ kind, payload: JSON.stringify(payload) }))
    .returning('state')
    .execute();
  return rows.some(({ state }) => state !== 'running');
}

export class HopelessError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'HopelessError';
  }
}

export type JobHandler = (payload: Record<string, string>) => Promise<void>;

interface WorkerParts {
  db: Db;
  clock: Clock;
  log: Log;
  claimant: Claimant;
  handlers: Record<string, JobHandler>;
  /** How many jobs; one, unless said. */
  atOnce?: number;
  renewMs?: number;
}

/** Works through the jobs table, a job of each facility in turn: many of one do not delay the others. */
export function jobLane(parts: WorkerParts): Lane {
  const { db, clock, atOnce = 1 } = parts;
  let last: string | null = null;
  const underWay = new Set<string>();
  return {
    name: 'jobs',
    everyMs: POLL_MS,
    atOnce,
    recover: () => requeueInterrupted(parts, underWay),
    async claim() {
      await requeueInterrupted(parts, underWay);
      const next = await findNext(db, clock.now().toISOString(), last);
      last = next?.host_id ?? null;
      if (!next) return undefined;
      const { id } = next;
      const job = await claim(parts, id);
      if (!job) return () => Promise.resolve(); // taken back meanwhile
      underWay.add(id);
      return () => run(parts, job).finally(() => underWay.delete(id));
    },
  };
}

export const makeJobWorker = (parts: WorkerParts): Worker =>
  makeWorker(parts.log, [jobLane(parts)]);

/** The oldest of the next facility after `last`; those without a facility come first. */
const findNext = async (db: Db, now: string, last: string | null) =>
  (await due(db, now)
    .where('host_id', '>', last ?? '')
    .executeTakeFirst()) ??
  (await due(db, now).where('host_id', 'is', null).executeTakeFirst()) ??
  (await due(db, now).where('host_id', '>', '').executeTakeFirst());

const due = (db: Db, now: string) =>
  db
    .selectFrom('jobs')
    .select(['id', 'host_id'])
    // A literal, for the partial index.
    .where('state', '=', sql.lit('queued'))
    .where('run_at', '<=', now)
    .orderBy('host_id')
    .orderBy('run_at')
    .limit(1);

/**
 * A job that is marked as this process's own and is not under way could not be recorded; another's
 * was interrupted once its lease is over, or at once if this process is alone. That is no failure,
 * unless it happens too often.
 */
async function requeueInterrupted(parts: WorkerParts, underWay: Set<string>): Promise<void> {
  const { db, clock, claimant } = parts;
  const ours = [...underWay];
  const jobs = await db
    .updateTable('jobs')
    .set(RELEASED)
    .where('state', '=', 'running')
    .$if(ours.length > 0, (query) => query.where('id', 'not in', ours))
    .$if(!claimant.isAlone, (query) =>
      query.where((eb) =>
        eb.or([
          eb('holder', '=', claimant.id),
          eb('lease_until', 'is', null),
          isOver<'jobs'>('lease_until', clock.now())(eb),
        ]),
      ),
    )
    .returningAll()
    .execute();
  for (const job of jobs) {
    if (!isInterruptedTooOften(job.attempts, job.failures)) continue;
    await noteFailure(parts, job, new Error('interrupted too often'));
  }
}

const RELEASED = { state: 'queued', holder: null, lease_until: null } as const;

async function run(parts: WorkerParts, job: ClaimedJob): Promise<void> {
  try {
    const handler = parts.handlers[job.kind];
    if (!handler) throw new Error(`no handler for job kind ${job.kind}`);
    const payload = JSON.parse(job.payload) as Record<string, string>;
    await whileRenewed(
      () => renew(parts, job.id),
      () => handler(payload),
      parts.renewMs,
    );
    await parts.db.deleteFrom('jobs').where(isStill(job)).execute();
  } catch (error) {
    await noteFailure(parts, job, error);
  }
}

type ClaimedJob = NonNullable<Awaited<ReturnType<typeof claim>>>;

const claim = ({ db, clock, claimant }: WorkerParts, id: string) =>
  db
    .updateTable('jobs')
    .set((eb) => ({
      state: 'running',
      attempts: eb('attempts', '+', 1),
      holder: claimant.id,
      lease_until: leaseFrom(clock.now()),
    }))
    .where((eb) => eb.and({ id, state: 'queued' }))
    .returningAll()
    .executeTakeFirst();

async function renew({ db, clock, claimant }: WorkerParts, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ lease_until: leaseFrom(clock.now()) })
    .where((eb) => eb.and({ id, holder: claimant.id }))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Since the claim or the release that returned it; another process's result is not overwritten. */
const isStill =
  ({ id, holder, attempts }: ClaimedJob) =>
  (eb: ExpressionBuilder<Database, 'jobs'>) =>
    eb.and([
      eb('id', '=', id),
      eb('attempts', '=', attempts),
      eb('holder', holder === null ? 'is' : '=', holder),
    ]);

/** Postpones the job, or gives it up. */
async function noteFailure(
  { db, clock, log }: WorkerParts,
  job: ClaimedJob,
  error: unknown,
): Promise<void> {
  const { id, kind, attempts, failures } = job;
  log.warn({ err: error, job: id, kind, attempt: attempts }, 'job failed');
  const isHopeless = error instanceof HopelessError;
  const outerWait = outerWaitOf(error);
  const isOuter = outerWait !== undefined;
  const wait = isHopeless ? undefined : (outerWait ?? BACK_OFF_MS[failures]);
  await db
    .updateTable('jobs')
    .set({
      ...RELEASED,
      failures: isOuter ? failures : failures + 1,
      // Counted apart, and no interruption either.
      ...(isOuter && { attempts: failures }),
      given_up: toFlag(isHopeless),
      state: wait === undefined ? 'failed' : 'queued',
      run_at: new Date(clock.now().getTime() + (wait ?? 0)).toISOString(),
      last_error: String(error).slice(0, 500),
    })
    .where(isStill(job))
    .execute();
}

/** For want of room or of the store a job has not failed: it waits. Milliseconds. */
function outerWaitOf(error: unknown): number | undefined {
  const known = asAppError(error);
  return known instanceof AppError ? WAITS[known.status] : undefined;
}
