import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Words of families about a letter. They are counted with 見ました, which is part of the key of
 * cached letters. The words of a removed family keep its name.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE answers (
    id TEXT PRIMARY KEY,
    host_id TEXT NOT NULL,
    resident_id TEXT NOT NULL,
    family_id TEXT,
    family_name TEXT NOT NULL DEFAULT '',
    relationship TEXT NOT NULL DEFAULT '',
    year_month INTEGER NOT NULL CHECK (year_month % 100 BETWEEN 1 AND 12),
    body TEXT NOT NULL,
    created_at TEXT NOT NULL,
    passed_on_at TEXT,
    passed_on_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    hidden_at TEXT,
    UNIQUE (host_id, id),
    UNIQUE (host_id, family_id, resident_id, year_month, body),
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE,
    FOREIGN KEY (host_id, family_id) REFERENCES families (host_id, id)
  ) STRICT`,
  `CREATE INDEX answers_by_month ON answers (host_id, year_month, created_at)`,
  `CREATE INDEX answers_new ON answers (host_id, created_at)
    WHERE passed_on_at IS NULL AND hidden_at IS NULL`,
  `CREATE INDEX answers_resident ON answers (host_id, resident_id)`,
  `CREATE INDEX answers_passed_on_by ON answers (passed_on_by)`,
  `CREATE TRIGGER families_delete_leaves_answers BEFORE DELETE ON families BEGIN
    UPDATE answers
      SET family_id = NULL, family_name = OLD.name, relationship = OLD.relationship
      WHERE host_id = OLD.host_id AND family_id = OLD.id;
  END`,
  `ALTER TABLE letter_reads ADD COLUMN answers INTEGER NOT NULL DEFAULT 0`,
  `ALTER TABLE delivery_settings ADD COLUMN takes_answers INTEGER NOT NULL DEFAULT 1
    CHECK (takes_answers IN (0, 1))`,
];
