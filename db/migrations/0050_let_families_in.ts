import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** A sheet's code for each resident, and the families that have entered themselves with it. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE sheets (
    host_id TEXT NOT NULL,
    resident_id TEXT NOT NULL,
    code_hash TEXT NOT NULL UNIQUE,
    code_sealed TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (host_id, resident_id),
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE applications (
    id TEXT NOT NULL PRIMARY KEY,
    host_id TEXT NOT NULL,
    resident_id TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    resident_name TEXT NOT NULL,
    name TEXT NOT NULL,
    relationship TEXT NOT NULL DEFAULT '',
    delivery TEXT NOT NULL CHECK (delivery IN ('email', 'line', 'link', 'print')),
    email TEXT,
    postcode TEXT,
    pref TEXT NOT NULL DEFAULT '',
    city TEXT NOT NULL DEFAULT '',
    town TEXT NOT NULL DEFAULT '',
    street TEXT NOT NULL DEFAULT '',
    answer TEXT CHECK (answer IN ('all', 'own', 'none')),
    wording INTEGER NOT NULL,
    proved_at TEXT,
    created_at TEXT NOT NULL,
    decided_at TEXT,
    decided_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    reason TEXT,
    family_id TEXT REFERENCES families (id) ON DELETE CASCADE,
    link_number INTEGER,
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
  ) STRICT`,
  `CREATE INDEX applications_waiting ON applications (host_id, created_at)
    WHERE decided_at IS NULL`,
  `CREATE INDEX applications_over ON applications (coalesce(decided_at, created_at))
    WHERE family_id IS NULL`,
  `CREATE INDEX applications_of_resident ON applications (host_id, resident_id)`,
  `CREATE INDEX applications_of_family ON applications (family_id) WHERE family_id IS NOT NULL`,
  `CREATE INDEX applications_by_staff ON applications (decided_by) WHERE decided_by IS NOT NULL`,
];
