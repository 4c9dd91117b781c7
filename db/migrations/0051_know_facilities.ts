import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Since when the operator knows that a facility is one: its trial has no limit of letters. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('ALTER TABLE hosts ADD COLUMN confirmed_at TEXT').execute(db);
}
