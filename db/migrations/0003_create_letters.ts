import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Letters, 見ました and deliveries. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE letters (
    host_id TEXT NOT NULL REFERENCES hosts (id) ON DELETE CASCADE,
    year_month INTEGER NOT NULL CHECK (year_month % 100 BETWEEN 1 AND 12),
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    cover_item_id TEXT REFERENCES items (id) ON DELETE SET NULL,
    version INTEGER NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (host_id, year_month)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX letters_cover ON letters (cover_item_id)`,
  `CREATE TABLE letter_reads (
    host_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    year_month INTEGER NOT NULL,
    seen_at TEXT NOT NULL,
    stamp TEXT,
    PRIMARY KEY (host_id, family_id, year_month),
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE delivery_settings (
    host_id TEXT PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
    mail_enabled INTEGER NOT NULL DEFAULT 1 CHECK (mail_enabled IN (0, 1)),
    hour INTEGER NOT NULL DEFAULT 9 CHECK (hour BETWEEN 0 AND 23),
    sender_name TEXT NOT NULL DEFAULT '',
    signature TEXT NOT NULL DEFAULT '',
    early_look INTEGER NOT NULL DEFAULT 0 CHECK (early_look IN (0, 1))
  ) STRICT`,
  `CREATE TABLE deliveries (
    host_id TEXT NOT NULL,
    family_id TEXT NOT NULL,
    year_month INTEGER NOT NULL,
    outbox_id TEXT,
    created_at TEXT NOT NULL,
    PRIMARY KEY (host_id, family_id, year_month),
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
];
