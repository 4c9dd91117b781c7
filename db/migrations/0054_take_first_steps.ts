import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** What a facility has done of its first steps, and who has no family to write to. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE hosts ADD COLUMN first_steps_closed_at TEXT`,
  `ALTER TABLE hosts ADD COLUMN own_letter_at TEXT`,
  `ALTER TABLE residents ADD COLUMN has_no_family INTEGER NOT NULL DEFAULT 0
    CHECK (has_no_family IN (0, 1))`,
];
