import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Outbox, jobs, tokens, limits and events. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const STATEMENTS = [
  `CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    host_id TEXT REFERENCES hosts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    html TEXT NOT NULL,
    message_id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at TEXT NOT NULL,
    last_error TEXT,
    sent_at TEXT,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE state = 'queued'`,
  `CREATE INDEX outbox_host ON outbox (host_id)`,
  `CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    host_id TEXT REFERENCES hosts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    run_at TEXT NOT NULL,
    last_error TEXT,
    created_at TEXT NOT NULL,
    UNIQUE (kind, payload)
  ) STRICT`,
  `CREATE INDEX jobs_due ON jobs (run_at) WHERE state = 'queued'`,
  `CREATE INDEX jobs_host ON jobs (host_id, state)`,
  `CREATE TABLE rate_limits (
    key TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    resets_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX rate_limits_expiry ON rate_limits (resets_at)`,
  `CREATE TABLE contacts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE audit_logs (
    id TEXT PRIMARY KEY,
    host_id TEXT REFERENCES hosts (id) ON DELETE CASCADE,
    staff_id TEXT,
    action TEXT NOT NULL,
    target TEXT,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX audit_logs_host ON audit_logs (host_id, created_at)`,
];
