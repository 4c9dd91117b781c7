import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Because of whom a rule left a photo out of the letters, so that an undo restores what was. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE items ADD COLUMN left_out_for TEXT NOT NULL DEFAULT ''`,
  `CREATE INDEX items_left_out_by_rule ON items (host_id, taken_on, created_at, id)
    WHERE left_out_for <> ''`,
];
