import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Whom the reader of a mail answers, where that is not its sender. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE outbox ADD COLUMN reply_to TEXT`.execute(db);
}
