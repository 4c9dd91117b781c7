import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** What the operator was told of, so that a restart does not tell it again. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE troubles (
      name TEXT PRIMARY KEY,
      since TEXT,
      told_at TEXT
    ) STRICT, WITHOUT ROWID`.execute(db);
}
