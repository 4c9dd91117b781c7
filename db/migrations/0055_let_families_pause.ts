import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** A family pauses and stops its letters by itself, and proves its address. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE families ADD COLUMN paused_until INTEGER`,
  `ALTER TABLE families ADD COLUMN stopped_at TEXT`,
  `ALTER TABLE families ADD COLUMN email_proved_at TEXT`,
];
