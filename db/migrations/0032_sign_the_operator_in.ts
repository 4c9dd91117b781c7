import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * The operator's account and its sessions. A purpose of one-time links is added, which SQLite only
 * allows in a rebuilt table; foreign keys are off during upgrades.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE new_one_time_tokens (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL
      CHECK (purpose IN ('host_sign_up', 'staff_sign_up', 'password', 'email', 'operator')),
    host_id TEXT REFERENCES hosts (id) ON DELETE CASCADE,
    staff_id TEXT,
    email TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    used_at TEXT,
    created_at TEXT NOT NULL,
    by_operator INTEGER NOT NULL DEFAULT 0 CHECK (by_operator IN (0, 1)),
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE
  ) STRICT`,
  `INSERT INTO new_one_time_tokens (hash, purpose, host_id, staff_id, email, expires_at, used_at,
     created_at, by_operator)
   SELECT hash, purpose, host_id, staff_id, email, expires_at, used_at, created_at, by_operator
     FROM one_time_tokens`,
  `DROP TABLE one_time_tokens`,
  `ALTER TABLE new_one_time_tokens RENAME TO one_time_tokens`,
  `CREATE INDEX one_time_tokens_staff ON one_time_tokens (host_id, staff_id)`,
  `CREATE TABLE operators (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
    password_hash TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE operator_sessions (
    id TEXT PRIMARY KEY,
    operator_id TEXT NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX operator_sessions_operator ON operator_sessions (operator_id)`,
];
