import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** A facility's own end under the operator's, and whom a restored backup knows too little about. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE facility_endings ADD COLUMN own_ends_on TEXT`,
  `ALTER TABLE facility_endings ADD COLUMN own_words TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE ending_tellings ADD COLUMN is_restored INTEGER NOT NULL DEFAULT 0
    CHECK (is_restored IN (0, 1))`,
];
