import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Ticks of letters that were handed over; when admins were told how many are theirs. Runs before
 * this change tell nobody. Families of one relative are found by their mail address, and lead to
 * each other only by links of the same age.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE handovers (
    host_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    year_month INTEGER NOT NULL CHECK (year_month % 100 BETWEEN 1 AND 12),
    delivery TEXT NOT NULL CHECK (delivery IN ('link', 'print')),
    done_at TEXT NOT NULL,
    done_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    PRIMARY KEY (host_id, family_id, year_month),
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX handovers_done_by ON handovers (done_by)`,
  `ALTER TABLE delivery_runs ADD COLUMN admins_told_at TEXT`,
  `UPDATE delivery_runs SET admins_told_at = started_at`,
  `ALTER TABLE families ADD COLUMN renewed_at TEXT`,
  `CREATE INDEX families_email ON families (host_id, email) WHERE email IS NOT NULL`,
];
