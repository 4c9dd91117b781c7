import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Consent may be unknown: NULL until the family has been asked. SQLite cannot drop NOT NULL, so the
 * values move to a new column, without the trigger that would discard all cached letters.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `DROP TRIGGER residents_update_raises_version`,
  `ALTER TABLE residents ADD COLUMN consent INTEGER CHECK (consent IN (0, 1))`,
  `UPDATE residents SET consent = photo_consent`,
  `ALTER TABLE residents DROP COLUMN photo_consent`,
  `ALTER TABLE residents RENAME COLUMN consent TO photo_consent`,
  `CREATE TRIGGER residents_update_raises_version
    AFTER UPDATE ON residents BEGIN
      UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
    END`,
];
