import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Residents who are away or have died, with the month in which a death was entered and the choice
 * of a last letter; and mails that a state stops. The columns are on `residents`, whose triggers
 * raise the content version.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE residents ADD COLUMN away_since TEXT`,
  `ALTER TABLE residents ADD COLUMN died_on TEXT`,
  `ALTER TABLE residents ADD COLUMN letters_end TEXT
    CHECK ((letters_end IS NULL) = (died_on IS NULL))`,
  `ALTER TABLE residents ADD COLUMN last_letter INTEGER NOT NULL DEFAULT 0
    CHECK (last_letter = 0 OR (last_letter = 1 AND letters_end IS NOT NULL))`,
  `ALTER TABLE residents ADD COLUMN last_words TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE outbox ADD COLUMN stopped INTEGER NOT NULL DEFAULT 0 CHECK (stopped IN (0, 1))`,
  `DROP INDEX outbox_turns`,
  `CREATE INDEX outbox_turns ON outbox (is_urgent, queue, next_attempt_at, id)
    WHERE state = 'queued' AND stopped = 0`,
];
