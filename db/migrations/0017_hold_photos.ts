import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * A photo dated into a published month is held from families until staff answer. The lists' indexes
 * include the flag, so that counting needs no lookups. Existing photos are not held: families have
 * seen them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const ORDER = 'taken_on, created_at, id, deleted_at, held';

const STATEMENTS = [
  `ALTER TABLE items ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1))`,
  `DROP INDEX items_by_date`,
  `DROP INDEX items_by_resident`,
  `CREATE INDEX items_by_date ON items (host_id, ${ORDER}) WHERE deleted_at IS NULL`,
  `CREATE INDEX items_by_resident ON items (host_id, resident_id, ${ORDER}) WHERE deleted_at IS NULL`,
  `CREATE INDEX items_held ON items (host_id, taken_on, created_at, id) WHERE held = 1 AND deleted_at IS NULL`,
];
