import type { Db } from './database.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { JobTurns } from './job-turns.ts';
import { makeJobTurns } from './job-turns.ts';
import { newId } from './secrets.ts';
import { MINUTE_MS } from '../lib/durations.ts';

const POLL_MS = 5000;
/** Delays between retries; after the last one the job is given up. */
const BACK_OFF_MS = [5_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];

interface NewJob {
  kind: string;
  hostId: string | null;
  /** Unique per kind and payload. */
  payload: Record<string, string>;
  runAt: Date;
}

/** Inserts a job in the caller's transaction. */
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

/** Cancels a queued job. */
export async function deleteJob(
  db: Db,
  { kind, payload }: Pick<NewJob, 'kind' | 'payload'>,
): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('payload', '=', JSON.stringify(payload))
    .execute();
}

/** Thrown when retrying is pointless. */
export class HopelessError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'HopelessError';
  }
}

export type JobHandler = (payload: Record<string, string>) => Promise<void>;

interface JobWorker {
  start(): Promise<void>;
  /** Looks for work now rather than at the next poll. */
  wake(): void;
  /** Stops after the current job. */
  stop(): Promise<void>;
  /** Runs everything that is due, then resolves; for the seed and tests. */
  drain(): Promise<void>;
}

interface WorkerParts {
  db: Db;
  clock: Clock;
  log: Log;
  handlers: Record<string, JobHandler>;
}

/** Runs jobs from the table one at a time, facilities in turn; nothing is lost in a crash. */
export function makeJobWorker(parts: WorkerParts): JobWorker {
  const turns = makeJobTurns();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  /**
   * The only worker runs one job at a time, so a job marked as running at start was interrupted.
   */
  const requeueLeft = () =>
    parts.db.updateTable('jobs').set({ state: 'queued' }).where('state', '=', 'running').execute();
  const workOff = async (): Promise<void> => {
    while (!stopped && (await runNext(parts, turns)));
  };
  const wake = (): void => {
    again = true;
    running ??= (async () => {
      while (again && !stopped) {
        again = false;
        await requeueLeft();
        await workOff();
      }
    })()
      .catch((error: unknown) => parts.log.error({ err: error }, 'job worker failed'))
      .finally(() => (running = undefined));
  };
  return {
    wake,
    // Through the same queue, otherwise a running job would be taken for an interrupted one.
    async drain() {
      wake();
      await running;
    },
    async start() {
      await requeueLeft();
      timer = setInterval(wake, POLL_MS).unref();
      wake();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** | @returns false when nothing is due */
async function runNext(
  { db, clock, log, handlers }: WorkerParts,
  turns: JobTurns,
): Promise<boolean> {
  const id = await turns.next(db, clock.now().toISOString());
  if (id === undefined) return false;
  const job = await claim(db, id);
  if (!job) return true; // taken back meanwhile
  try {
    const handler = handlers[job.kind];
    if (!handler) throw new Error(`no handler for job kind ${job.kind}`);
    await handler(JSON.parse(job.payload) as Record<string, string>);
    await db.deleteFrom('jobs').where('id', '=', job.id).execute();
  } catch (error) {
    log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'job failed');
    await postpone(db, job, clock.now(), error);
  }
  return true;
}

const claim = (db: Db, id: string) =>
  db
    .updateTable('jobs')
    .set((eb) => ({ state: 'running', attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst();

async function postpone(
  db: Db,
  job: { id: string; attempts: number },
  now: Date,
  error: unknown,
): Promise<void> {
  const isHopeless = error instanceof HopelessError;
  const wait = isHopeless ? undefined : BACK_OFF_MS[job.attempts - 1];
  await db
    .updateTable('jobs')
    .set({
      given_up: isHopeless ? 1 : 0,
      state: wait === undefined ? 'failed' : 'queued',
      run_at: new Date(now.getTime() + (wait ?? 0)).toISOString(),
      last_error: String(error).slice(0, 500),
    })
    .where('id', '=', job.id)
    .execute();
}
