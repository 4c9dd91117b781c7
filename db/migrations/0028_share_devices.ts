import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Phones that several carers share, and their PINs. An account may have no address then, which
 * SQLite only allows in a rebuilt table; foreign keys are off during upgrades.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE new_staffs (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    email TEXT CHECK (email = lower(email)),
    name TEXT NOT NULL,
    name_kana TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('admin', 'general')),
    password_hash TEXT,
    confirmed_at TEXT,
    last_seen_at TEXT,
    created_at TEXT NOT NULL,
    UNIQUE (host_id, id),
    UNIQUE (host_id, email),
    CHECK (email IS NOT NULL OR (role = 'general' AND password_hash IS NULL))
  ) STRICT`,
  `INSERT INTO new_staffs (id, host_id, email, name, name_kana, role, password_hash, confirmed_at,
     last_seen_at, created_at)
   SELECT id, host_id, email, name, name_kana, role, password_hash, confirmed_at, last_seen_at,
     created_at FROM staffs`,
  `DROP TABLE staffs`,
  `ALTER TABLE new_staffs RENAME TO staffs`,
  `CREATE UNIQUE INDEX staffs_email ON staffs (email) WHERE confirmed_at IS NOT NULL`,
  `CREATE TABLE shared_devices (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    is_for_all INTEGER NOT NULL CHECK (is_for_all IN (0, 1)),
    made_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    last_used_at TEXT,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (host_id, id)
  ) STRICT`,
  `CREATE INDEX shared_devices_maker ON shared_devices (made_by)`,
  `CREATE TABLE shared_device_people (
    host_id TEXT NOT NULL,
    device_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    PRIMARY KEY (device_id, staff_id),
    FOREIGN KEY (host_id, device_id) REFERENCES shared_devices (host_id, id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE
  ) STRICT`,
  `CREATE INDEX shared_device_people_staff ON shared_device_people (host_id, staff_id)`,
  `CREATE TABLE pins (
    staff_id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    is_first INTEGER NOT NULL CHECK (is_first IN (0, 1)),
    expires_at TEXT,
    created_at TEXT NOT NULL,
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE
  ) STRICT`,
  `CREATE INDEX pins_host ON pins (host_id, staff_id)`,
  // The name as it was sent: unknown ones count in the same way.
  `CREATE TABLE pin_tries (
    device_id TEXT NOT NULL REFERENCES shared_devices (id) ON DELETE CASCADE,
    staff_id TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (device_id, staff_id)
  ) STRICT`,
  `CREATE INDEX pin_tries_staff ON pin_tries (staff_id)`,
  `ALTER TABLE sessions ADD COLUMN device_id TEXT
     REFERENCES shared_devices (id) ON DELETE CASCADE`,
  `ALTER TABLE sessions ADD COLUMN by_pin INTEGER NOT NULL DEFAULT 0 CHECK (by_pin IN (0, 1))`,
  `ALTER TABLE sessions ADD COLUMN used_at TEXT`,
  `CREATE INDEX sessions_device ON sessions (device_id) WHERE device_id IS NOT NULL`,
];
