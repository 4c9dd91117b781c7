import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * The facility answers a family's word, and knows its telephone number. Replies are counted beside
 * the words, in the key of cached letters.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE answers ADD COLUMN reply TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE answers ADD COLUMN replied_at TEXT`,
  `ALTER TABLE answers ADD COLUMN replied_by TEXT REFERENCES staffs (id) ON DELETE SET NULL`,
  `ALTER TABLE answers ADD COLUMN told_way TEXT CHECK (told_way IN ('email', 'line'))`,
  `CREATE INDEX answers_replied_by ON answers (replied_by)`,
  `ALTER TABLE letter_reads ADD COLUMN replies INTEGER NOT NULL DEFAULT 0`,
  `ALTER TABLE families ADD COLUMN phone TEXT NOT NULL DEFAULT ''`,
];
