/** Mails, jobs and what the operator watches. */
export const OPERATIONS = [
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
    created_at TEXT NOT NULL,
    reply_to TEXT,
    is_urgent INTEGER NOT NULL DEFAULT 0 CHECK (is_urgent IN (0, 1)),
    queue TEXT GENERATED ALWAYS AS (coalesce(host_id, '')) VIRTUAL,
    failures INTEGER NOT NULL DEFAULT 0,
    stopped INTEGER NOT NULL DEFAULT 0 CHECK (stopped IN (0, 1))
  )`,
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
    given_up INTEGER NOT NULL DEFAULT 0 CHECK (given_up IN (0, 1)),
    failures INTEGER NOT NULL DEFAULT 0,
    UNIQUE (kind, payload)
  )`,
  `CREATE TABLE rate_limits (
    key TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    resets_at TEXT NOT NULL
  )`,
  `CREATE TABLE contacts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at TEXT NOT NULL
  )`,
  `CREATE TABLE troubles (
    name TEXT PRIMARY KEY,
    since TEXT,
    told_at TEXT
  )`,
  `CREATE TABLE audit_logs (
    id TEXT PRIMARY KEY,
    host_id TEXT REFERENCES hosts (id) ON DELETE CASCADE,
    staff_id TEXT,
    action TEXT NOT NULL,
    target TEXT,
    created_at TEXT NOT NULL,
    resident_id TEXT,
    detail TEXT
  )`,
  `CREATE INDEX outbox_host ON outbox (host_id)`,
  `CREATE INDEX jobs_due ON jobs (run_at) WHERE state = 'queued'`,
  `CREATE INDEX jobs_host ON jobs (host_id, state)`,
  `CREATE INDEX rate_limits_expiry ON rate_limits (resets_at)`,
  `CREATE INDEX audit_logs_host ON audit_logs (host_id, created_at)`,
  `CREATE INDEX jobs_turns ON jobs (host_id, run_at) WHERE state = 'queued'`,
  `CREATE INDEX outbox_turns ON outbox (is_urgent, queue, next_attempt_at, id) WHERE state = 'queued' AND stopped = 0`,
  `CREATE INDEX outbox_sent ON outbox (sent_at) WHERE state = 'sent'`,
  `CREATE INDEX outbox_given_up ON outbox (created_at) WHERE state = 'failed' OR stopped = 1`,
];
