import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Facilities take turns with jobs, so each one's oldest must be found by index. Jobs that no retry
 * can save are marked.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE jobs ADD COLUMN given_up INTEGER NOT NULL DEFAULT 0 CHECK (given_up IN (0, 1))`,
  `CREATE INDEX jobs_turns ON jobs (host_id, run_at) WHERE state = 'queued'`,
];
