import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Whom an event concerns, and what ids do not say: a month, changed fields, or the name of a
 * removed person.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const column of ['resident_id', 'detail']) {
      await sql.raw(`ALTER TABLE audit_logs ADD COLUMN ${column} TEXT`).execute(tx);
    }
  });
}
