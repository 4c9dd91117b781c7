import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * A photo may be left out of the letters without being deleted, and those of one day and place may
 * be ordered by hand: the ordered ones have negative positions, so that later uploads follow them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const ORDER = 'taken_on, position, created_at, id, deleted_at, held, left_out';

const STATEMENTS = [
  `ALTER TABLE items ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0 CHECK (left_out IN (0, 1))`,
  `ALTER TABLE items ADD COLUMN position INTEGER NOT NULL DEFAULT 0 CHECK (position <= 0)`,
  `DROP INDEX items_by_date`,
  `DROP INDEX items_by_resident`,
  `CREATE INDEX items_by_date ON items (host_id, ${ORDER}) WHERE deleted_at IS NULL`,
  `CREATE INDEX items_by_resident ON items (host_id, resident_id, ${ORDER}) WHERE deleted_at IS NULL`,
];
