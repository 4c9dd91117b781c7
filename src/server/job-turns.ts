import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Whose job is next: facilities take turns, so that many of one do not hold up another's. */
interface JobTurns {
  /** @returns the id of the job that is due, the oldest of the facility whose turn it is. */
  next: (db: Db, now: string) => Promise<string | undefined>;
}

/** Goes through the facilities by their ids, round and round; our own jobs come before them. */
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
    // Literally, or SQLite could not know that the index of those that are queued will do.
    .where('state', '=', sql.lit('queued'))
    .where('run_at', '<=', now)
    .orderBy('host_id')
    .orderBy('run_at')
    .limit(1);
