import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Since when the terms and the privacy page say what they say. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE legal_texts (
      page TEXT PRIMARY KEY,
      sha256 TEXT NOT NULL,
      since TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`.execute(db);
}
