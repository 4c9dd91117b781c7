import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** What a mail says, a fifth of what is sent; empty where it is kept as it was written. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE outbox ADD COLUMN content TEXT NOT NULL DEFAULT ''`.execute(db);
}
