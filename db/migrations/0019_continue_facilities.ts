import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * The end of a trial: whether an admin asked to continue, which notices were sent, and which
 * sign-up links the operator created.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE hosts ADD COLUMN continued_at TEXT`,
  `ALTER TABLE one_time_tokens ADD COLUMN by_operator INTEGER NOT NULL DEFAULT 0
    CHECK (by_operator IN (0, 1))`,
  `CREATE TABLE trial_notices (
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    trial_ends_at TEXT NOT NULL,
    days_before INTEGER NOT NULL,
    noted_at TEXT NOT NULL,
    PRIMARY KEY (host_id, trial_ends_at, days_before)
  ) STRICT, WITHOUT ROWID`,
];
