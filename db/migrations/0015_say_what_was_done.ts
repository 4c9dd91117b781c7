import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Whom an event is about, and what no id says: a month, what was changed, or the name of someone
 * who was taken out, without which nobody could tell any more who it was.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const column of ['resident_id', 'detail']) {
      await sql.raw(`ALTER TABLE audit_logs ADD COLUMN ${column} TEXT`).execute(tx);
    }
  });
}
