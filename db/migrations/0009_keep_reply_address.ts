import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Reply-To, where it is not the sender. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE outbox ADD COLUMN reply_to TEXT`.execute(db);
}
