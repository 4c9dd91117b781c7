import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Staff see a photo of several people once: its first item of a day is found, and photos are counted,
 * by the indexes alone.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `DROP INDEX items_by_blob`,
  `CREATE INDEX items_by_blob ON items (host_id, blob_id, taken_on, id, deleted_at)`,
  `DROP INDEX items_by_date`,
  `CREATE INDEX items_by_date ON items (host_id, taken_on, position, created_at, id, deleted_at, held, left_out, blob_id) WHERE deleted_at IS NULL`,
];
