import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Failed attempts are counted apart from begun ones: the rest were interrupted by the end of the
 * server. Earlier attempts count as failed, except of a job that is still marked as running.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE jobs ADD COLUMN failures INTEGER NOT NULL DEFAULT 0`,
  `UPDATE jobs SET failures = CASE state WHEN 'running' THEN max(attempts - 1, 0) ELSE attempts END`,
  `ALTER TABLE outbox ADD COLUMN failures INTEGER NOT NULL DEFAULT 0`,
  `UPDATE outbox SET failures = attempts WHERE state <> 'sent'`,
];
