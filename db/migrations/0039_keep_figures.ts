import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** What the operator sees of speed and errors, in rows that are bounded; mails are counted by facility. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE figures (
    span TEXT NOT NULL CHECK (span IN ('minutes', 'hour', 'day')),
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    version TEXT NOT NULL,
    requests INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    spread TEXT NOT NULL,
    PRIMARY KEY (span, at, kind, version)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE levels (
    span TEXT NOT NULL CHECK (span IN ('minutes', 'hour', 'day')),
    at TEXT NOT NULL,
    disk_free INTEGER,
    memory INTEGER,
    database_bytes INTEGER,
    photo_bytes INTEGER,
    mail_wait INTEGER,
    job_wait INTEGER,
    PRIMARY KEY (span, at)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE error_numbers (
    number TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    method TEXT NOT NULL,
    route TEXT NOT NULL,
    status INTEGER NOT NULL,
    version TEXT NOT NULL,
    problem TEXT
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX error_numbers_at ON error_numbers (at)`,
  `CREATE INDEX outbox_counts ON outbox (host_id, state, stopped)`,
  `DROP INDEX outbox_host`,
];
