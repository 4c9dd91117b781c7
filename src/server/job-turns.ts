import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Facilities take turns, so that many jobs of one do not delay the others. */
interface JobTurns {
  /** @returns the id of the oldest due job of the next facility */
  next: (db: Db, now: string) => Promise<string | undefined>;
}

/** Round robin; jobs without a facility come first. */
export function makeJobTurns(): JobTurns {
  let last: string | null = null;
  return {
    async next(db, now) {
      const job =
        (await due(db, now)
          .where('host_id', '>', last ?? '')
          .executeTakeFirst()) ??
        (await due(db, now).where('host_id', 'is', null).executeTakeFirst()) ??
        (await due(db, now).where('host_id', '>', '').executeTakeFirst());
      last = job?.host_id ?? null;
      return job?.id;
    },
  };
}

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
