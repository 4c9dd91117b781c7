import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Who answered about a resident's photos, when, how and how far, and who is on which picture. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `ALTER TABLE residents ADD COLUMN photo_consent_extent TEXT NOT NULL DEFAULT 'all'
    CHECK (photo_consent_extent IN ('own', 'all'))`,
  `ALTER TABLE residents ADD COLUMN own_wish TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE hosts ADD COLUMN asks_consent_again INTEGER NOT NULL DEFAULT 1
    CHECK (asks_consent_again IN (0, 1))`,
  `CREATE TABLE consents (
    id TEXT NOT NULL PRIMARY KEY,
    host_id TEXT NOT NULL,
    resident_id TEXT NOT NULL,
    answer TEXT NOT NULL CHECK (answer IN ('all', 'own', 'none')),
    given_by TEXT CHECK (given_by IN ('person', 'relative', 'guardian')),
    by_name TEXT NOT NULL DEFAULT '',
    relationship TEXT NOT NULL DEFAULT '',
    answered_on TEXT,
    way TEXT CHECK (way IN ('paper', 'spoken', 'page')),
    wording INTEGER,
    note TEXT NOT NULL DEFAULT '',
    family_id TEXT REFERENCES families (id) ON DELETE SET NULL,
    recorded_by TEXT REFERENCES staffs (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    confirmed_at TEXT,
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
  ) STRICT`,
  `CREATE INDEX consents_of_resident ON consents (host_id, resident_id, created_at)`,
  `CREATE INDEX consents_of_family ON consents (family_id) WHERE family_id IS NOT NULL`,
  `CREATE INDEX consents_by_staff ON consents (recorded_by) WHERE recorded_by IS NOT NULL`,
  `CREATE INDEX consents_waiting ON consents (host_id) WHERE confirmed_at IS NULL`,
  // Nobody knows any more who gave them, when and how.
  `INSERT INTO consents (id, host_id, resident_id, answer, created_at, confirmed_at)
    SELECT 'c' || substr(id, 2), host_id, id,
      CASE photo_consent WHEN 1 THEN 'all' ELSE 'none' END, created_at, created_at
    FROM residents WHERE photo_consent IS NOT NULL`,
  `CREATE TABLE picture_people (
    host_id TEXT NOT NULL,
    picture TEXT NOT NULL,
    resident_id TEXT NOT NULL,
    PRIMARY KEY (host_id, picture, resident_id),
    FOREIGN KEY (host_id, resident_id) REFERENCES residents (host_id, id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX picture_people_resident ON picture_people (host_id, resident_id)`,
  `ALTER TABLE withheld_pictures ADD COLUMN reach TEXT NOT NULL DEFAULT 'everybody'
    CHECK (reach IN ('everybody', 'others'))`,
  `ALTER TABLE withheld_pictures ADD COLUMN asks INTEGER NOT NULL DEFAULT 1
    CHECK (asks IN (0, 1))`,
  `DROP INDEX withheld_pictures_picture`,
  `CREATE INDEX withheld_pictures_picture ON withheld_pictures (host_id, picture, reach, asks)`,
  `ALTER TABLE blobs ADD COLUMN only_for TEXT`,
];
