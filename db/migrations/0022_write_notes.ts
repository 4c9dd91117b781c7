import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Per resident and month: the note, who has checked the letter, and why it is held back. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const KEY = `host_id TEXT NOT NULL,
    resident_id TEXT NOT NULL,
    year_month INTEGER NOT NULL CHECK (year_month % 100 BETWEEN 1 AND 12)`;

const KEYS = `PRIMARY KEY (host_id, resident_id, year_month),
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE`;

const raise = (row: 'NEW' | 'OLD'): string =>
  `BEGIN UPDATE hosts SET content_version = content_version + 1 WHERE id = ${row}.host_id; END`;

/** A check alone changes nothing that families see, so it keeps the cached letters. */
const STATEMENTS = [
  `CREATE TABLE letter_notes (
    ${KEY},
    body TEXT NOT NULL,
    version INTEGER NOT NULL,
    updated_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    updated_at TEXT NOT NULL,
    ${KEYS}
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX letter_notes_month ON letter_notes (host_id, year_month)`,
  `CREATE INDEX letter_notes_updated_by ON letter_notes (updated_by)`,
  `CREATE TABLE letter_checks (
    ${KEY},
    checked_at TEXT,
    checked_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    held_back TEXT,
    held_back_at TEXT,
    held_back_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    ${KEYS}
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX letter_checks_month ON letter_checks (host_id, year_month)`,
  `CREATE INDEX letter_checks_checked_by ON letter_checks (checked_by)`,
  `CREATE INDEX letter_checks_held_back_by ON letter_checks (held_back_by)`,
  `CREATE TRIGGER letter_notes_insert_raises_version AFTER INSERT ON letter_notes ${raise('NEW')}`,
  `CREATE TRIGGER letter_notes_update_raises_version
    AFTER UPDATE OF body ON letter_notes ${raise('NEW')}`,
  `CREATE TRIGGER letter_notes_delete_raises_version AFTER DELETE ON letter_notes ${raise('OLD')}`,
  `CREATE TRIGGER letter_checks_insert_raises_version AFTER INSERT ON letter_checks
    WHEN NEW.held_back IS NOT NULL ${raise('NEW')}`,
  `CREATE TRIGGER letter_checks_update_raises_version AFTER UPDATE OF held_back ON letter_checks
    WHEN NEW.held_back IS NOT OLD.held_back ${raise('NEW')}`,
  `CREATE TRIGGER letter_checks_delete_raises_version AFTER DELETE ON letter_checks
    WHEN OLD.held_back IS NOT NULL ${raise('OLD')}`,
];
