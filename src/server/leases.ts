import type { ExpressionBuilder, ReferenceExpression } from 'kysely';
import type { Database } from '#db/schema.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import type { Lane } from './lane-worker.ts';
import { newId } from './secrets.ts';

/** A process that claims work: jobs, mails and what one does for all (docs/architecture.md). */
export interface Claimant {
  /** Random, not the process id: in containers every process is number 1. */
  id: string;
  /**
   * No other process does background work on this database, which the lock of its folder proves:
   * what another one claimed was left by a crash, and is resumed at once. Otherwise only what has
   * no valid lease any more is.
   */
  isAlone: boolean;
}

export const makeClaimant = (isAlone: boolean): Claimant => ({ id: newId(), isAlone });

/** Renewed three times in this time, so that one late renewal loses nothing. */
const LEASE_MS = MINUTE_MS;
const RENEW_MS = LEASE_MS / 3;

export const leaseFrom = (now: Date): string => new Date(now.getTime() + LEASE_MS).toISOString();

/** In the past; or further ahead than leases last, by a clock that was wrong. */
export const isOver =
  <Tables extends keyof Database>(
    column: ReferenceExpression<Database, Tables>,
    now: Date,
    longestMs = LEASE_MS,
  ) =>
  (eb: ExpressionBuilder<Database, Tables>) =>
    eb.or([
      eb(column, '<=', now.toISOString() as never),
      eb(column, '>', new Date(now.getTime() + 2 * longestMs).toISOString() as never),
    ]);

/**
 * Renews a lease while work goes on.
 * @param renew false if another process has it now
 * @param work its signal tells that the lease was lost, as after a long pause of this process
 */
export async function whileRenewed<T>(
  renew: () => Promise<boolean>,
  work: (lost: AbortSignal) => Promise<T>,
  everyMs = RENEW_MS,
): Promise<T> {
  const lost = new AbortController();
  const renewOnce = async (): Promise<void> => {
    // A database that does not answer may do so before the lease is over.
    if (!(await renew().catch(() => true))) lost.abort();
  };
  // One at a time: a slow database must not get a queue of them.
  let renewing: Promise<void> | undefined;
  const timer = setInterval(() => {
    renewing ??= renewOnce().finally(() => (renewing = undefined));
  }, everyMs).unref();
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
    // It must not follow what the caller writes next.
    await renewing;
  }
}

interface Parts {
  db: Db;
  clock: Clock;
  claimant: Claimant;
}

interface Options {
  /** Also if the database cannot be asked whose turn it is: rather by each process than by none. */
  evenUnasked?: boolean;
}

/**
 * A sweep that runs once in its period for all processes, by whichever comes first. A process that
 * is alone needs no lease, and writes none.
 */
export function oneForAll(parts: Parts, lane: Lane, options: Options = {}): Lane {
  if (parts.claimant.isAlone) return lane;
  const { name, everyMs } = lane;
  const { evenUnasked = false } = options;
  return {
    ...lane,
    async claim(ending) {
      const isTaken = await takeLease(parts, name, everyMs).catch((error: unknown) => {
        if (!evenUnasked) throw error;
        return null;
      });
      if (isTaken === false) return undefined;
      if (isTaken === null) return lane.claim(ending);
      const work = (lost: AbortSignal) =>
        lane.claim({ ...ending, stopping: AbortSignal.any([ending.stopping, lost]) });
      try {
        return await whileRenewed(() => renewLease(parts, name), work);
      } finally {
        await endLease(parts, name);
      }
    },
  };
}

/** The timers of several processes never agree: a period may be a tenth shorter. */
const DUE_AFTER = 0.9;

async function takeLease(parts: Parts, name: string, everyMs: number): Promise<boolean> {
  const now = parts.clock.now();
  const held = {
    holder: parts.claimant.id,
    lease_until: leaseFrom(now),
    due_at: new Date(now.getTime() + DUE_AFTER * everyMs).toISOString(),
  };
  const { numInsertedOrUpdatedRows } = await parts.db
    .insertInto('leases')
    .values({ name, ...held })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(held)
        .where(isOver('leases.lease_until', now))
        .where(isOver('leases.due_at', now, everyMs)),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const renewLease = (parts: Parts, name: string): Promise<boolean> =>
  setEnd(parts, name, leaseFrom(parts.clock.now()));

const endLease = (parts: Parts, name: string): Promise<boolean> =>
  setEnd(parts, name, parts.clock.now().toISOString());

async function setEnd({ db, claimant }: Parts, name: string, leaseUntil: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('leases')
    .set({ lease_until: leaseUntil })
    .where((eb) => eb.and({ name, holder: claimant.id }))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
