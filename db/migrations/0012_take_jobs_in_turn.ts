import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Facilities take turns with their jobs, so each one's oldest must be found without reading all
 * that another has waiting. A job that no further try could do is told apart from one that failed.
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
