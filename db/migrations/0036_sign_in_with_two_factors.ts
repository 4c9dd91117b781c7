import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Passkeys, second steps and remembered browsers, each of a colleague or of the operator; how a
 * session began and when it was last confirmed; where what was done came from.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const HOLDER = `
    host_id TEXT,
    staff_id TEXT,
    operator_id TEXT REFERENCES operators (id) ON DELETE CASCADE`;

const ONE_HOLDER = `
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE,
    CHECK ((staff_id IS NULL) = (host_id IS NULL)),
    CHECK ((staff_id IS NULL) <> (operator_id IS NULL))`;

const heldBy = (table: string): string[] => [
  `CREATE INDEX ${table}_staff ON ${table} (host_id, staff_id) WHERE staff_id IS NOT NULL`,
  `CREATE INDEX ${table}_operator ON ${table} (operator_id) WHERE operator_id IS NOT NULL`,
];

const WAY = `ADD COLUMN way TEXT NOT NULL DEFAULT 'password'`;

const STATEMENTS = [
  `CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,${HOLDER},
    credential_id TEXT NOT NULL UNIQUE,
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,
    name TEXT NOT NULL,
    last_used_at TEXT,
    created_at TEXT NOT NULL,${ONE_HOLDER}
  ) STRICT`,
  ...heldBy('passkeys'),
  `CREATE TABLE second_steps (
    id TEXT PRIMARY KEY,${HOLDER},
    secret_sealed TEXT,
    next_sealed TEXT,
    last_counter INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    UNIQUE (staff_id),
    UNIQUE (operator_id),${ONE_HOLDER}
  ) STRICT`,
  ...heldBy('second_steps'),
  `CREATE TABLE recovery_codes (
    hash TEXT PRIMARY KEY,${HOLDER},
    used_at TEXT,
    created_at TEXT NOT NULL,${ONE_HOLDER}
  ) STRICT`,
  ...heldBy('recovery_codes'),
  `CREATE TABLE remembered_browsers (
    id TEXT PRIMARY KEY,${HOLDER},
    token_hash TEXT NOT NULL UNIQUE,
    user_agent TEXT NOT NULL,
    last_used_at TEXT,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL,${ONE_HOLDER}
  ) STRICT`,
  ...heldBy('remembered_browsers'),
  // A password that was right and waits for the second step; a challenge that was answered.
  `CREATE TABLE sign_in_tickets (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('second_step', 'challenge', 'browser')),
    host_id TEXT,
    staff_id TEXT,
    operator_id TEXT REFERENCES operators (id) ON DELETE CASCADE,
    email TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    expires_at TEXT NOT NULL,
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE
  ) STRICT`,
  ...heldBy('sign_in_tickets'),
  `CREATE INDEX sign_in_tickets_expiry ON sign_in_tickets (expires_at)`,
  `ALTER TABLE sessions ${WAY}`,
  `ALTER TABLE sessions ADD COLUMN confirmed_at TEXT`,
  `ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE operator_sessions ${WAY}`,
  `ALTER TABLE operator_sessions ADD COLUMN confirmed_at TEXT`,
  `ALTER TABLE operator_sessions ADD COLUMN used_at TEXT`,
  `ALTER TABLE operator_sessions ADD COLUMN user_agent TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE operator_sessions ADD COLUMN address TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE hosts ADD COLUMN asks_second_step TEXT NOT NULL DEFAULT 'nobody'
     CHECK (asks_second_step IN ('nobody', 'admins', 'everybody'))`,
  `ALTER TABLE hosts ADD COLUMN second_step_answered_at TEXT`,
  `ALTER TABLE audit_logs ADD COLUMN address TEXT`,
  `ALTER TABLE audit_logs ADD COLUMN browser TEXT`,
  `ALTER TABLE audit_logs ADD COLUMN way TEXT`,
];
