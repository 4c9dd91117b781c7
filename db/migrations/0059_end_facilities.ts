import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** A facility ends on a day, and its links say so for a year after it was deleted. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE facility_endings (
    host_id TEXT PRIMARY KEY REFERENCES hosts (id) ON DELETE CASCADE,
    ends_on TEXT NOT NULL,
    words TEXT NOT NULL DEFAULT '',
    asked_by TEXT NOT NULL CHECK (asked_by IN ('facility', 'operator')),
    created_at TEXT NOT NULL,
    days_given INTEGER NOT NULL DEFAULT 0,
    counted_on TEXT
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE ended_facilities (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    ended_on TEXT NOT NULL,
    deleted_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE ended_links (
    hash TEXT PRIMARY KEY,
    ended_facility_id TEXT NOT NULL REFERENCES ended_facilities (id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX ended_links_of_facility ON ended_links (ended_facility_id)`,
];
