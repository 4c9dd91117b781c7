import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Facilities, staff, residents and families. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE hosts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    postcode TEXT NOT NULL DEFAULT '',
    pref TEXT NOT NULL DEFAULT '',
    city TEXT NOT NULL DEFAULT '',
    town TEXT NOT NULL DEFAULT '',
    street TEXT NOT NULL DEFAULT '',
    phone TEXT NOT NULL DEFAULT '',
    plan TEXT,
    activated_at TEXT,
    trial_ends_at TEXT,
    content_version INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE staffs (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    email TEXT NOT NULL CHECK (email = lower(email)),
    name TEXT NOT NULL,
    name_kana TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('admin', 'general')),
    password_hash TEXT,
    confirmed_at TEXT,
    last_seen_at TEXT,
    created_at TEXT NOT NULL,
    UNIQUE (host_id, id),
    UNIQUE (host_id, email)
  ) STRICT`,
  // One account per address over all hosts; pending sign-ups do not count.
  `CREATE UNIQUE INDEX staffs_email ON staffs (email) WHERE confirmed_at IS NOT NULL`,
  `CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    staff_id TEXT NOT NULL,
    host_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    generation INTEGER NOT NULL DEFAULT 0,
    rotated_at TEXT,
    user_agent TEXT NOT NULL DEFAULT '',
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE
  ) STRICT`,
  `CREATE INDEX sessions_staff ON sessions (host_id, staff_id)`,
  `CREATE INDEX sessions_expiry ON sessions (expires_at)`,
  `CREATE TABLE one_time_tokens (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('host_sign_up', 'staff_sign_up', 'password', 'email')),
    host_id TEXT REFERENCES hosts (id) ON DELETE CASCADE,
    staff_id TEXT,
    email TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    used_at TEXT,
    created_at TEXT NOT NULL,
    FOREIGN KEY (host_id, staff_id) REFERENCES staffs (host_id, id) ON DELETE CASCADE
  ) STRICT`,
  `CREATE INDEX one_time_tokens_staff ON one_time_tokens (host_id, staff_id)`,
  `CREATE TABLE invitations (
    host_id TEXT PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
    token_hash TEXT NOT NULL UNIQUE,
    token_sealed TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE residents (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    name_kana TEXT NOT NULL DEFAULT '',
    room TEXT NOT NULL DEFAULT '',
    birthday TEXT,
    photo_consent INTEGER NOT NULL DEFAULT 1 CHECK (photo_consent IN (0, 1)),
    photos_hidden INTEGER NOT NULL DEFAULT 0 CHECK (photos_hidden IN (0, 1)),
    left_on TEXT,
    portrait_blob_id TEXT,
    token TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    UNIQUE (host_id, id)
  ) STRICT`,
  `CREATE TABLE families (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL,
    resident_id TEXT NOT NULL,
    name TEXT NOT NULL,
    name_kana TEXT NOT NULL DEFAULT '',
    relationship TEXT NOT NULL DEFAULT '',
    email TEXT,
    postcode TEXT,
    pref TEXT NOT NULL DEFAULT '',
    city TEXT NOT NULL DEFAULT '',
    town TEXT NOT NULL DEFAULT '',
    street TEXT NOT NULL DEFAULT '',
    delivery TEXT NOT NULL CHECK (delivery IN ('email', 'link', 'print')),
    token TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    UNIQUE (host_id, id),
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
  ) STRICT`,
  `CREATE INDEX families_resident ON families (host_id, resident_id)`,
];
